"""Where SPECTRA is spoken to from outside: each adapter sets source and authority itself. Off until configured."""
