#!/usr/bin/env python3
"""An engine that plays fool's mate, so that a recorded game of two bots is the same every time."""

import sys

MOVES = "f2f3 e7e5 g2g4 d8h4".split()

played = 0
for line in sys.stdin:
    words = line.split()
    match words[:1]:
        case ["uci"]:
            print("id name Mate\noption name Move Overhead type spin default 0 min 0 max 5000")
            print("option name Threads type spin default 1 min 1 max 512\noption name Hash type spin default 1 min 1 max 4096")
            print("option name UCI_ShowWDL type check default false\nuciok")
        case ["isready"]:
            print("readyok")
        case ["position"]:
            played = len(words) - words.index("moves") - 1 if "moves" in words else 0
        case ["go"]:
            print(f"info depth 1 score cp 0 pv {MOVES[played]}\nbestmove {MOVES[played]}")
        case ["quit"]:
            break
    sys.stdout.flush()
