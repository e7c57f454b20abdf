"""Who plays and how: players and their notation, the schedule of maps and seats, games in compiled code, revisions."""
