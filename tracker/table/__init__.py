"""A table being played at, whatever the game: opening, commands, log, undo and redo."""
