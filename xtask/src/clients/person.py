"""Opponents of a program that is driven by its screen."""

import os
import subprocess
import time

import chess
import chess.engine

# Fool's mate, whichever side the program gets.
MATE = {"white": ["f2f3", "g2g4"], "black": ["e7e5", "d8h4"]}

TIMEOUT = 60


class BrowserPerson:
    """A person in a browser, who joins the first seek of the lobby and plays fool's mate."""

    def __init__(self, url, name):
        command = [os.environ["PERSON_PROGRAM"], url, name, " ".join(MATE["white"]), " ".join(MATE["black"])]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def result(self):
        """What the page says at the end of the game."""
        text, _ = self.process.communicate(timeout=120)
        assert self.process.returncode == 0, "the person in the browser had trouble"
        return text.strip()

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()


class Player:
    """Chooses moves for the program: those of fool's mate, or those of Stockfish."""

    def __init__(self):
        self.engine = chess.engine.SimpleEngine.popen_uci(os.environ["STOCKFISH"])

    def best_move(self, board, may_play=lambda move: True):
        moves = [move for move in board.legal_moves if may_play(move)] or None
        return self.engine.play(board, chess.engine.Limit(time=0.1), root_moves=moves).move

    def stop(self):
        self.engine.quit()


def wait_for(what, find, timeout=TIMEOUT):
    """Polls until `find` returns something."""
    deadline = time.time() + timeout
    while True:
        found = find()
        if found:
            return found
        assert time.time() < deadline, f"waited too long for {what}"
        time.sleep(0.2)
