"""Events of many games: tables by fifth, size and seat, figures, the combat database; `analyse` prints them."""
