"""Who somebody is: people, their sessions, and what happened at the door."""
