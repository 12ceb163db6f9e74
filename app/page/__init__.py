"""The page view: a scan with its words, to transcribe them and to edit their boxes."""
