"""cli-chess, driven by its screen: games against the computer, against a person in a browser and by challenge."""

import os
import sys
import tempfile
import time

import chess

from hanpan_server import Caller, Server
from person import MATE, BrowserPerson, Player, wait_for
from screen import Screen

# Values of the menu, in its order.
COLORS = ("random", "white", "black")


class CliChess:
    def __init__(self, server, token, url=None):
        self.server, self.token, self.entry = server, token, 0
        self.home = tempfile.TemporaryDirectory(prefix="hanpan-cli-chess-")
        settings = {"HOME": self.home.name, "PYTHONPATH": os.environ["PYTHONPATH"]}
        command = [sys.executable, "-m", "cli_chess", "--base-url", url or server.url, "--token", token]
        self.screen = Screen(command, settings)
        self.screen.wait("Online Games")
        self.screen.keys("Down", "Right")

    def choose(self, entry):
        """Chooses an entry of the menu of online games by its number. The menu remembers the last one."""
        self.screen.wait("Watch Lichess TV")
        self.screen.keys(*["Down"] * ((entry - self.entry) % 4))
        self.entry = entry

    def start_game(self, entry):
        self.choose(entry)
        self.screen.keys("F1")

    def game(self):
        """Waits until a game has begun that is on the screen."""
        game = wait_for("a game", lambda: self.server.current_game(self.token))
        self.screen.wait("Move:")
        self.screen.wait("F4Resign")
        return game

    def play(self, move):
        """Types a move and waits until the server has it."""
        before = self.server.current_game(self.token)
        self.screen.type(move)
        self.screen.keys("Enter")

        def is_played():
            now = self.server.current_game(self.token)
            return now is None or now["fen"] != before["fen"]

        wait_for(f"the move {move}", is_played)

    def back(self):
        """Leaves a finished game."""
        self.screen.keys("F8")
        self.screen.wait("Main Menu")
        self.screen.keys("Right")

    def stop(self):
        self.screen.stop()
        self.home.cleanup()


def play_computer(client, player):
    client.start_game(2)
    game_id = client.game()["gameId"]
    while (game := client.server.current_game(client.token)) is not None:
        if game["isMyTurn"]:
            client.play(player.best_move(chess.Board(game["fen"])).uci())
    client.screen.wait("is victorious", "Draw")
    game = client.server.finished_game(game_id)
    assert game["status"] in ("mate", "draw", "stalemate"), game
    client.back()
    return game


def play_moves(client, game):
    """Plays the moves of fool's mate."""
    for move in MATE[game["color"]]:
        wait_for("the turn", lambda: (client.server.current_game(client.token) or {}).get("isMyTurn"))
        client.play(move)


def play_person(client):
    """Seeks a game, which a person in a browser joins."""
    client.start_game(0)
    client.screen.wait("Searching for opponent")
    person = BrowserPerson(client.server.url, "Bea")
    try:
        game = client.game()
        assert game["opponent"]["username"] == "Bea", game
        play_moves(client, game)
        client.screen.wait("Checkmate • Black is victorious")
        assert "CHECKMATE" in person.result()
    finally:
        person.stop()
    game = client.server.finished_game(game["gameId"])
    assert (game["status"], game["winner"]) == ("mate", "black"), game
    client.back()


def play_challenge(client, opponent, color="random"):
    """Challenges a player by name; moves, chat, a takeback that is refused, and a draw by agreement."""
    client.choose(1)
    client.screen.wait("Opponent:")
    client.screen.keys("Right", *["Down"] * 3, *["Enter"] * COLORS.index(color), "Down")
    client.screen.type("cal")
    client.screen.keys("Enter")
    client.screen.wait("Challenge sent to cal")
    challenge = opponent.get("/api/challenge")["in"][0]
    assert challenge["color"] == color, challenge
    opponent.post(f"/api/challenge/{challenge['id']}/accept")
    game = client.game()
    path = f"/api/board/game/{game['gameId']}"
    if game["color"] == "white":
        client.play("e2e4")
        opponent.play(game["gameId"], "e7e5")
    else:
        opponent.play(game["gameId"], "e2e4")
        client.play("e7e5")
        opponent.play(game["gameId"], "g1f3")
    opponent.post(f"{path}/chat", "room=player&text=good+luck")
    client.screen.wait("good luck")
    client.screen.type("send hello")
    client.screen.keys("Enter")
    wait_for("the message", lambda: len(opponent.get(f"{path}/chat")) == 2)
    # The screen says that a request was sent only until the next state, which tells of it, has come.
    client.screen.keys("F2")
    time.sleep(2)
    opponent.post(f"{path}/takeback/no")
    client.screen.keys("F3")
    time.sleep(2)
    opponent.post(f"{path}/draw/yes")
    client.screen.wait("Game over • Draw")
    client.back()


def watch(client, other):
    """Watches the featured game."""
    other.post("/api/challenge/ai", "level=8&color=black&clock.limit=300&clock.increment=0")
    client.choose(3)
    client.screen.keys("F1")
    client.screen.wait("Cal")
    client.screen.wait("Stockfish level 8")


def main():
    server = Server()
    client, player = None, Player()
    try:
        token = server.account("Ann", "board:play", "challenge:write")
        other = Caller(server, server.account("Cal"))
        client = CliChess(server, token)
        game = play_computer(client, player)
        play_person(client)
        play_challenge(client, other)
        watch(client, other)
    except BaseException:
        if client:
            print(client.screen.text())
        raise
    finally:
        player.stop()
        if client:
            client.stop()
        server.stop()
    print(f"cli-chess ok: computer ({game['status']}), person in a browser, challenge, TV")


if __name__ == "__main__":
    main()
