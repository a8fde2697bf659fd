"""What the templates print, worked out beforehand: a module per screen or game."""
