"""The games' rules: pure functions over frozen values; no clock, no chance, no words."""
