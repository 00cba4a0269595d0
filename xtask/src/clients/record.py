"""Records what the clients send and get, for `testdata/lichess`.

Everything but ids and times is the same in every run: opponents choose the colours, and games against the
computer end before its first move.
"""

import pathlib
import subprocess
import sys
import time

import lichess_org
from hanpan_server import Caller, Server
from person import MATE, wait_for
from recorder import Recorder

HERE = pathlib.Path(__file__).parent


def record_berserk(server, folder):
    import berserk_client

    recorder = Recorder(server)
    berserk_client.exercise(server, recorder.url)
    recorder.write(folder / "berserk.txt")


def record_lichess_bot(server, folder, source, work):
    from two_lichess_bots import Bot

    work.mkdir(parents=True, exist_ok=True)
    recorder, bots = Recorder(server), []
    tokens = {name: server.account(name) for name in ("Alpha", "Beta")}
    try:
        for name, token in tokens.items():
            bots.append(Bot(source, work, name, token, recorder.url, HERE / "mate_engine.py", False))
            wait_for("a bot", lambda: server.call("GET", "/api/bot/online")[1].count("\n") == len(bots))
            # So that its stream is open.
            time.sleep(5)
        terms = "rated=true&clock.limit=60&clock.increment=0&color=white"
        challenge = Caller(server, tokens["Alpha"], recorder.url).post("/api/challenge/beta", terms)
        wait_for("the end", lambda: is_over(server, challenge["id"]))
        # They say goodbye and export the game.
        time.sleep(10)
    finally:
        for bot in bots:
            bot.stop()
    time.sleep(1)
    recorder.write(folder / "lichess-bot.txt")


def is_over(server, game):
    status, text = server.call("GET", f"/game/export/{game}", accept="application/json")
    return status == 200 and '"status":"started"' not in text


def record_cli_chess(server, folder):
    from cli_chess_client import CliChess, play_challenge

    recorder = Recorder(server)
    token = server.account("Ann", "board:play", "challenge:write")
    cal = Caller(server, server.account("Cal"), recorder.url)
    client = CliChess(server, token, recorder.url)
    try:
        seek = cal.seek("time=30&increment=20&rated=false&color=white")
        client.start_game(0)
        game = client.game()
        seek.join()
        for white, black in zip(MATE["white"], MATE["black"]):
            cal.play(game["gameId"], white)
            wait_for("the turn", lambda: server.current_game(token)["isMyTurn"])
            # So that the move is on the screen.
            time.sleep(1)
            client.play(black)
        client.screen.wait("Checkmate • Black is victorious")
        client.back()
        client.choose(2)
        client.screen.keys("Right", *["Down"] * 3, "Enter", "F1")
        client.game()
        client.screen.type("resign")
        client.screen.keys("Enter")
        client.screen.wait("White resigned • Black is victorious")
        client.screen.keys("F8")
        client.screen.wait("Main Menu")
        client.screen.keys("Right")
        play_challenge(client, cal, "white")
    except BaseException:
        print(client.screen.text())
        raise
    finally:
        client.stop()
    time.sleep(1)
    recorder.write(folder / "cli-chess.txt")


def record_chess_tui(server, folder, authority):
    from chess_tui_client import ChessTui, join_by_code, play_mate

    recorder = Recorder(server, 443, authority.context())
    token = server.account("Ann", "board:play", "challenge:write")
    cal = Caller(server, server.account("Cal"), f"https://{lichess_org.HOST}")
    client = ChessTui(server, token)
    try:
        cal.post("/api/board/seek", "days=3&rated=true&color=white&ratingRange=")
        client.open_menu()
        client.screen.keys("Enter")
        game = wait_for("a game", lambda: server.current_game(token))
        time.sleep(2)
        moves = iter(MATE["white"])
        play_mate(client, game, lambda: cal.play(game["gameId"], next(moves)))
        client.screen.keys("b")
        join_by_code(client, cal)
        time.sleep(2)
    except BaseException:
        print(client.screen.text())
        raise
    finally:
        client.stop()
    time.sleep(1)
    recorder.write(folder / "chess-tui.txt")


def main():
    folder, source, work, *client = sys.argv[1:]
    folder, source, work = pathlib.Path(folder), pathlib.Path(source), pathlib.Path(work)
    if client == ["chess-tui"]:
        lichess_org.enter()
        authority = lichess_org.Authority()
        with Server(options=["--public-url", f"https://{lichess_org.HOST}"]) as server:
            return record_chess_tui(server, folder, authority)
    records = {
        "berserk": lambda server: record_berserk(server, folder),
        "cli-chess": lambda server: record_cli_chess(server, folder),
        "lichess-bot": lambda server: record_lichess_bot(server, folder, source, work),
    }
    for name in client or records:
        with Server() as server:
            records[name](server)
        print(f"recorded {name}")
    if not client:
        # In a network of its own.
        subprocess.run([sys.executable, *sys.argv, "chess-tui"], check=True)


main()
