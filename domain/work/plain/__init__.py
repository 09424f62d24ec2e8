"""Plain items: sealed content, those it is for, and a state. Nothing else about them is signed."""
