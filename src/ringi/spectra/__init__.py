"""SPECTRA: the autonomous driver. A purpose becomes goals and tasks; each action is asked for just before it runs.

Its truth is its two files (`files`), under the directory it is started in. Everything but the judgement is plain code:
observe, judge (`minds`), approve (`flow`), execute (`hands` and the shell), record.
"""
