"""What Atrum Arena's games share: participants, Reptantes, resistance, turns and their commands."""
