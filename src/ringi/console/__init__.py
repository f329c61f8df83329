"""The terminal console: SPECTRA's five panes, and Ringi's inbox and runs. Textual is loaded only when it is opened."""
