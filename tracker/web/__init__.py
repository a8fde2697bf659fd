"""The faces of a table: pages and fragments for people, JSON for programs."""
