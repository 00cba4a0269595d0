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
TIMEOUT = 900


def on_terminate(*_):
    raise SystemExit("terminated")


# So that the bots end with this script.
signal.signal(signal.SIGTERM, on_terminate)


def configure(text, token, url, matchmaking):
    """The default configuration with short games, one thread and no pondering."""
    text = text.replace("xxxxxxxxxxxxxxxxxxxxxx", token).replace("https://lichess.org/", url + "/")
    text = text.replace('dir: "./engines/"', 'dir: "/usr/games/"').replace('"engine_name"', '"stockfish"')
    text = text.replace("ponder: true", "ponder: false").replace("move_overhead: 2000", "move_overhead: 100")
    text = re.sub(r"Threads: \d+", "Threads: 1", text)
    text = re.sub(r"Hash: \d+", "Hash: 16", text)
    text = text.replace("bullet_requires_increment: true", "bullet_requires_increment: false")
    text = re.sub(r"max_recent_bot_challenges: \d+", "max_recent_bot_challenges: 100", text)
    text = text.replace("allow_matchmaking: false", f"allow_matchmaking: {str(matchmaking).lower()}")
    text = re.sub(r"opponent_rating_difference: \d+", "opponent_rating_difference: 4000", text)
    text = text.replace("challenge_timeout: 30", "challenge_timeout: 1")
    text = text.replace('challenge_mode: "random"', 'challenge_mode: "rated"')
    text = re.sub(r"(challenge_initial_time:[^\n]*\n)(\s*- \d+[^\n]*\n)+", r"\1    - 15\n", text)
    return re.sub(r"(challenge_increment:[^\n]*\n)(\s*- \d+[^\n]*\n)+", r"\1    - 0\n", text)


class Bot:
    def __init__(self, source, work, name, token, url, matchmaking):
        folder = work / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(source, folder)
        default = (folder / "config.yml.default").read_text()
        (folder / "config.yml").write_text(configure(default, token, url, matchmaking))
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


def finished(server):
    status, text = server.call("GET", "/api/games/user/alpha?rated=true", accept="application/x-ndjson")
    assert status == 200, text
    return [json.loads(line) for line in text.splitlines()]


def main():
    source, work = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    server, bots = Server(), []
    try:
        tokens = {name: server.account(name) for name in ("Alpha", "Beta")}
        for name in tokens:
            bots.append(Bot(source, work, name, tokens[name], server.url, matchmaking=name == "Alpha"))
        deadline, is_killed = time.time() + TIMEOUT, False
        while server.call("GET", "/api/bot/online")[1].count("\n") < 2:
            assert time.time() < deadline, "the bots do not connect"
            time.sleep(1)
        time.sleep(5)
        terms, challenged, games = b"rated=true&clock.limit=15&clock.increment=0", -1, []
        while len(games) < GAMES:
            assert time.time() < deadline, f"only {len(games)} games were played"
            time.sleep(2)
            games = finished(server)
            playing = json.loads(server.call("GET", "/api/account/playing", token=tokens["Alpha"])[1])["nowPlaying"]
            # Matchmaking waits a minute between challenges and chooses opponents that have played.
            if not playing and challenged < len(games) < GAMES - BY_MATCHMAKING:
                status, text = server.call("POST", "/api/challenge/beta", terms, tokens["Alpha"])
                assert status == 200, text
                challenged = len(games)
            if not is_killed and playing and len(playing[0]["lastMove"]) > 0 and playing[0]["hasMoved"]:
                server.kill_and_restart()
                is_killed = True
        assert is_killed, "the server was not killed during a game"
        for game in games:
            assert game["status"] in ("mate", "draw", "stalemate", "resign", "outoftime"), game
    finally:
        for bot in bots:
            bot.stop()
        server.stop()
    errors = [line for bot in bots for line in bot.errors()]
    assert not errors, "\n".join(errors)
    print(f"lichess-bot ok {len(games)} games")


main()
