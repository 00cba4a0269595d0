"""chess-tui, driven by its screen: games against the computer, against a person in a browser, and by code.

It has the address of Lichess built in, so this runs in a network in which the server has that name.
"""

import os
import tempfile

import chess

import lichess_org
from hanpan_server import Caller
from person import MATE, BrowserPerson, Player, wait_for
from screen import Screen


class ChessTui:
    def __init__(self, server, token):
        self.server, self.token = server, token
        self.home = tempfile.TemporaryDirectory(prefix="hanpan-chess-tui-")
        names = ("SSL_CERT_FILE",)
        settings = {"HOME": self.home.name, **{name: os.environ[name] for name in names}}
        self.screen = Screen([os.environ["CHESS_TUI_PROGRAM"], "--no-sound", "--lichess-token", token], settings)

    def open_menu(self):
        """Goes from the first screen to the menu of Lichess."""
        self.screen.wait("Play on Lichess")
        self.screen.keys("Down", "Enter")
        self.screen.wait("Ann")

    def open_game(self, opponent):
        """Opens the only game in progress."""
        self.open_menu()
        self.screen.keys("Down", "Down", "Enter")
        self.screen.wait(f"vs {opponent}")
        self.screen.keys("Enter")
        self.open_board()

    def open_board(self):
        """Opens the field for moves. It stays open."""
        self.screen.wait("White to move", "Black to move", "Move History", "History")
        self.screen.keys("m")

    def play(self, board, move):
        """Types a move and returns whether the server has it."""
        san = board.san(move).rstrip("+#")
        before = board.fen()
        self.screen.type(san)
        self.screen.keys("Enter")

        def is_played():
            now = self.server.current_game(self.token)
            return now is None or now["fen"] != before

        try:
            return wait_for(f"the move {san}", is_played, timeout=10)
        except AssertionError:
            return False

    def leave(self):
        """Goes to the first screen."""
        self.screen.keys("Escape", "b")

    def stop(self):
        self.screen.stop()
        self.home.cleanup()


def can_type(board, move):
    """chess-tui takes the letter of a b-pawn for a bishop."""
    return board.piece_type_at(move.from_square) != chess.PAWN or chess.square_file(move.from_square) != 1


def play_computer(client, player):
    """Plays a game that another program has begun, and opens it again when chess-tui has lost track: it ignores a move
    between two squares between which a piece has moved before."""
    terms = b"level=1&color=white"
    game_id = client.server.json("POST", "/api/challenge/ai", terms, client.token)["id"]
    client.open_game("AI level 1")
    opened = 1
    while (game := client.server.current_game(client.token)) is not None:
        if not game["isMyTurn"]:
            continue
        board = chess.Board(game["fen"])
        move = player.best_move(board, lambda move: can_type(board, move))
        if not client.play(board, move):
            opened += 1
            assert opened < 20, client.screen.text()
            client.leave()
            client.open_game("AI level 1")
    game = client.server.finished_game(game_id)
    assert game["status"] in ("mate", "draw", "stalemate"), game
    client.screen.wait("Game Over")
    client.screen.keys("b")
    return game


def play_mate(client, game, before_each=lambda: None):
    """Plays the moves of fool's mate."""
    client.open_board()
    for text in MATE[game["color"]]:
        before_each()

        def own_turn():
            now = client.server.current_game(client.token)
            return now if now and now["isMyTurn"] else None

        now = wait_for("the turn", own_turn)
        board = chess.Board(now["fen"])
        assert client.play(board, chess.Move.from_uci(text)), client.screen.text()
    client.screen.wait("Game Over")


def play_person(client):
    """Seeks a game, which a person in a browser joins."""
    client.open_menu()
    client.screen.keys("Enter")
    client.screen.wait("Seeking a game on Lichess")
    person = BrowserPerson(client.server.url, "Bea")
    try:
        game = wait_for("a game", lambda: client.server.current_game(client.token))
        assert game["opponent"]["username"] == "Bea", game
        assert game["rated"] and game["speed"] == "correspondence", game
        play_mate(client, game)
        assert "CHECKMATE" in person.result()
    finally:
        person.stop()
    game = client.server.finished_game(game["gameId"])
    assert (game["status"], game["winner"]) == ("mate", "black"), game
    client.screen.keys("b")


def join_by_code(client, opponent):
    """Accepts a challenge by the address of its game, and resigns."""
    server = client.server
    challenge = opponent.post("/api/challenge/ann", "days=2&color=white")
    client.open_menu()
    client.screen.keys("Down", "Down", "Down", "Enter")
    client.screen.type(challenge["url"])
    client.screen.keys("Enter")
    game = wait_for("a game", lambda: server.current_game(client.token))
    assert game["gameId"] == challenge["id"], game
    opponent.play(game["gameId"], "e2e4")
    client.open_board()
    client.screen.wait("e4")
    client.leave()
    client.open_menu()
    client.screen.keys("Down", "Down", "Enter")
    client.screen.wait("vs Cal")
    client.screen.keys("r", "y")
    wait_for("the end", lambda: server.current_game(client.token) is None)
    assert server.finished_game(game["gameId"])["winner"] == "white"


def main():
    lichess_org.enter()
    authority = lichess_org.Authority()
    server = lichess_org.serve(authority)
    client, player = None, Player()
    try:
        token = server.account("Ann", "board:play", "challenge:write")
        other = Caller(server, server.account("Cal"))
        client = ChessTui(server, token)
        game = play_computer(client, player)
        play_person(client)
        join_by_code(client, other)
    except BaseException:
        if client:
            print(client.screen.text())
        raise
    finally:
        player.stop()
        if client:
            client.stop()
        server.stop()
    print(f"chess-tui ok: computer ({game['status']}), person in a browser, code")


if __name__ == "__main__":
    main()
