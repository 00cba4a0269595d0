"""Two lichess-bots play rated games by challenge and by matchmaking; the server is killed during the first."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

from hanpan_server import Server

GAMES = 10
BY_MATCHMAKING = 2
TIMEOUT = 1_500


def on_terminate(*_):
    raise SystemExit("terminated")




def configure(text, bot, url):
    """The default configuration with short games, one thread and no pondering."""
    text = text.replace("xxxxxxxxxxxxxxxxxxxxxx", bot.token).replace("https://lichess.org/", url + "/")
    engine = pathlib.Path(bot.engine)
    text = text.replace('dir: "./engines/"', f'dir: "{engine.parent}"').replace('"engine_name"', f'"{engine.name}"')
    text = text.replace("ponder: true", "ponder: false").replace("move_overhead: 2000", "move_overhead: 100")
    text = re.sub(r"Threads: \d+", "Threads: 1", text)
    text = re.sub(r"Hash: \d+", "Hash: 16", text)
    # Our engine has no tablebases.
    text = re.sub(r"\n *SyzygyPath:[^\n]*", "", text)
    text = text.replace("bullet_requires_increment: true", "bullet_requires_increment: false")
    text = re.sub(r"max_recent_bot_challenges: \d+", "max_recent_bot_challenges: 100", text)
    text = text.replace("allow_matchmaking: false", f"allow_matchmaking: {str(bot.has_matchmaking).lower()}")
    text = re.sub(r"opponent_rating_difference: \d+", "opponent_rating_difference: 4000", text)
    text = text.replace("challenge_timeout: 30", "challenge_timeout: 1")
    text = text.replace('challenge_mode: "random"', 'challenge_mode: "rated"')
    text = re.sub(r"(challenge_initial_time:[^\n]*\n)(\s*- \d+[^\n]*\n)+", r"\1    - 15\n", text)
    return re.sub(r"(challenge_increment:[^\n]*\n)(\s*- \d+[^\n]*\n)+", r"\1    - 0\n", text)


class Bot:
    def __init__(self, source, work, name, token, url, engine, has_matchmaking):
        self.token, self.engine, self.has_matchmaking = token, engine, has_matchmaking
        folder = work / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(source, folder)
        default = (folder / "config.yml.default").read_text()
        (folder / "config.yml").write_text(configure(default, self, url))
        self.log = folder / "bot.log"
        command = [sys.executable, "lichess-bot.py", "-u", "--disable_auto_logging", "-l", str(self.log)]
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, text=True, start_new_session=True,
        )
        self.process.stdin.write("yes\n")
        self.process.stdin.flush()

    def stop(self):
        for kind in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, kind)
            except ProcessLookupError:
                return
            time.sleep(2)

    def errors(self):
        return [line for line in self.log.read_text().splitlines() if " ERROR " in line or " CRITICAL " in line]


def own_engine(work, program):
    """A file that starts our engine: lichess-bot has no place for the word after the program."""
    file = work / "hanpan-uci"
    file.write_text(f'#!/bin/sh\nexec "{program}" uci\n')
    file.chmod(0o755)
    return file


def finished(server):
    status, text = server.call("GET", "/api/games/user/alpha?rated=true", accept="application/x-ndjson")
    assert status == 200, text
    return [json.loads(line) for line in text.splitlines()]


def main():
    # So that the bots end with this script.
    signal.signal(signal.SIGTERM, on_terminate)
    source, work = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    work.mkdir(parents=True, exist_ok=True)
    server, bots = Server(), []
    engines = {"Alpha": os.environ["STOCKFISH"], "Beta": own_engine(work, server.program)}
    try:
        tokens = {name: server.account(name) for name in engines}
        for name, engine in engines.items():
            bots.append(Bot(source, work, name, tokens[name], server.url, engine, name == "Alpha"))
        deadline, before = time.time() + TIMEOUT, None
        while server.call("GET", "/api/bot/online")[1].count("\n") < 2:
            assert time.time() < deadline, "the bots do not connect"
            time.sleep(1)
        time.sleep(5)
        terms, challenged, games = b"rated=true&clock.limit=15&clock.increment=0", -1, []
        while len(games) < GAMES:
            assert time.time() < deadline, f"only {len(games)} games were played"
            time.sleep(2)
            games = finished(server)
            playing = server.current_game(tokens["Alpha"])
            # Matchmaking waits a minute between challenges and chooses opponents that have played.
            if not playing and challenged < len(games) < GAMES - BY_MATCHMAKING:
                server.json("POST", "/api/challenge/beta", terms, tokens["Alpha"])
                challenged = len(games)
            if before is None and playing and playing["hasMoved"]:
                before = server.finished_game(playing["gameId"])
                server.kill_and_restart()
        assert before is not None, "the server was not killed during a game"
        after = next(game for game in games if game["id"] == before["id"])
        assert after["moves"].startswith(before["moves"]) and len(after["moves"]) > len(before["moves"]), (before, after)
        for game in games:
            assert game["status"] in ("mate", "draw", "stalemate", "resign", "outoftime"), game
    finally:
        for bot in bots:
            bot.stop()
        server.stop()
    errors = [line for bot in bots for line in bot.errors()]
    assert not errors, "\n".join(errors)
    matched = bots[0].log.read_text().count("Will challenge Beta")
    assert matched >= BY_MATCHMAKING, f"only {matched} games were by matchmaking"
    print(f"lichess-bot ok: {len(games)} games, {matched} of them by matchmaking, one through the end of the server")


if __name__ == "__main__":
    main()
