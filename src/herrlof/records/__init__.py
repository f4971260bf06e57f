"""Lines on disk: the files of matches and the settings. `models` is loaded where a record is read."""
