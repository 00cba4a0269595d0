"""berserk over the endpoints of the Lichess API that the server has."""

import queue
import threading
import time

import berserk
from berserk.formats import PGN

from hanpan_server import Server

TIMEOUT = 30


class Lines:
    """Lines of a stream, read by a thread."""

    def __init__(self, stream):
        self.lines = queue.Queue()
        threading.Thread(target=self.read, args=(stream,), daemon=True).start()

    def read(self, stream):
        for line in stream:
            self.lines.put(line)
        self.lines.put(None)

    def next(self):
        return self.lines.get(timeout=TIMEOUT)

    def until(self, **fields):
        """The first line with these fields."""
        while True:
            line = self.next()
            assert line is not None, f"the stream ended before {fields}"
            if all(line.get(name) == value for name, value in fields.items()):
                return line

    def end(self):
        while self.next() is not None:
            pass


def refused(status, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except berserk.exceptions.ResponseError as error:
        assert error.status_code == status, error
        return error.cause["error"] if isinstance(error.cause, dict) else str(error.cause)
    raise AssertionError(f"{call} was not refused")


def check_accounts(ann, robot, token):
    assert ann.account.get()["username"] == "Ann"
    assert ann.account.get_email() is None
    assert ann.account.get_preferences()["prefs"] == {}
    assert ann.oauth.test_tokens(token, "lip_unknown")["lip_unknown"] is None
    assert "board:play" in ann.oauth.test_tokens(token)[token]["scopes"].split(",")
    robot.account.upgrade_to_bot()
    assert robot.account.get()["title"] == "BOT"
    assert [bot["username"] for bot in robot.bots.get_online_bots(limit=5)] == ["Robot"]
    assert [user["id"] for user in ann.users.get_by_id("bob", "nobody")] == ["bob"]
    assert ann.users.get_realtime_statuses("ann", "robot")[0]["online"] is True
    assert ann.users.get_public_data("민아")["id"] == "~bbfc~c544"
    assert [line["name"] for line in ann.users.get_rating_history("ann")][0] == "Bullet"
    refused(403, robot.account.get_email)
    refused(404, ann.users.get_public_data, "nobody")


def check_game(ann, bob, events):
    challenge = ann.challenges.create("bob", True, 300, 3, color="white")
    game = challenge["id"]
    assert events["bob"].until(type="challenge")["challenge"]["id"] == game
    events["ann"].until(type="challenge")
    assert [open["id"] for open in bob.challenges.get_mine()["in"]] == [game]
    # This library has no method for it.
    assert bob.challenges._r.get(f"/api/challenge/{game}/show")["status"] == "created"
    bob.challenges.accept(game)
    assert events["ann"].until(type="gameStart")["game"]["gameId"] == game
    lines = Lines(bob.board.stream_game_state(game))
    full = lines.next()
    assert full["type"] == "gameFull" and full["white"]["name"] == "Ann", full
    ann.board.make_move(game, "e2e4")
    assert lines.until(type="gameState")["moves"] == "e2e4"
    assert "king" in refused(400, bob.board.make_move, game, "e8e6")
    assert "Not your turn" in refused(400, ann.board.make_move, game, "d2d4")
    bob.board.make_move(game, "e7e5")
    lines.until(moves="e2e4 e7e5")
    ann.board.post_message(game, "good luck")
    ann.board.post_message(game, "hello", spectator=True)
    assert lines.until(type="chatLine")["text"] == "good luck"
    assert bob.board.get_game_chat(game) == [{"user": "Ann", "text": "good luck"}]
    bob.board.offer_draw(game)
    lines.until(bdraw=True)
    ann.board.decline_draw(game)
    lines.until(moves="e2e4 e7e5")
    ann.board.make_move(game, "g1f3")
    lines.until(moves="e2e4 e7e5 g1f3")
    ann.board.offer_takeback(game)
    lines.until(wtakeback=True)
    bob.board.accept_takeback(game)
    lines.until(moves="e2e4 e7e5")
    bob.board.decline_takeback(game)
    assert [playing["gameId"] for playing in ann.games.get_ongoing(count=3)] == [game]
    refused(400, ann.board.claim_victory, game)
    refused(400, ann.board._r.post, f"/api/board/game/{game}/claim-draw")
    check_spectators(ann, game)
    # A rated game counts from the fifth move.
    played = ["e2e4", "e7e5"]
    for number, move in enumerate("g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7".split()):
        (bob if number % 2 else ann).board.make_move(game, move)
        played.append(move)
        lines.until(moves=" ".join(played))
    bob.board.resign_game(game)
    last = lines.until(status="resign")
    assert last["winner"] == "white"
    lines.end()
    ann.board.post_message(game, "gg")
    for name in ("ann", "bob"):
        assert events[name].until(type="gameFinish")["game"]["status"]["name"] == "resign"
    check_exports(ann, game)


def check_spectators(ann, game):
    featured = Lines(ann.tv.stream_current_game()).until(t="featured")["d"]
    assert featured["id"] == game and featured["players"][0]["user"]["name"] == "Ann", featured
    assert Lines(ann.tv.stream_current_game_of_channel("blitz")).until(t="featured")["d"]["id"] == game
    moves = Lines(ann.games.stream_game_moves(game))
    assert moves.next()["players"]["white"]["user"]["name"] == "Ann"
    assert [moves.next()["lm"] for _ in range(2)] == ["e2e4", "e7e5"]


def check_exports(ann, game):
    exported = ann.games.export(game, clocks=True, evals=True, opening=True)
    assert exported["players"]["white"]["user"]["name"] == "Ann" and len(exported["clocks"]) == 10
    assert '[White "Ann"]' in ann.games.export(game, as_pgn=True)
    filters = {"max": 9, "vs": "bob", "rated": True, "perf_type": "blitz", "color": "white", "ongoing": True}
    assert [each["id"] for each in ann.games.export_by_player("ann", **filters)] == [game]
    assert next(ann.games.export_by_player("ann", pgn_in_json=True))["pgn"].startswith("[Event")
    assert list(ann.games.export_by_player("ann", until=1)) == []
    assert len(list(ann.games.export_by_player("ann", as_pgn=True, clocks=True))) == 1
    assert [each["id"] for each in ann.games.export_multi(game)] == [game]
    assert len(list(ann.games.export_multi(game, as_pgn=True))) == 1
    imported = ann.games.import_game('[White "Carlsen"]\n\n1. e4 e5 2. Nf3 *')
    assert imported["url"].endswith("/game/" + imported["id"])
    assert '[White "Carlsen"]' in ann.games.export(imported["id"], as_pgn=True)
    assert '[White "Carlsen"]' in ann.games._r.get("/api/games/export/imports", fmt=PGN)
    watched = list(ann.games.stream_game_moves(game))
    assert watched[0]["status"]["name"] == watched[-1]["status"]["name"] == "resign"
    history = {line["name"]: line["points"] for line in ann.users.get_rating_history("ann")}
    assert len(history["Blitz"]) == 1, history


def check_challenges(ann, robot, events):
    declined = ann.challenges.create("robot", False, 60, 0, color="white")
    events["robot"].until(type="challenge")
    robot.bots.decline_challenge(declined["id"], "tooFast")
    assert events["ann"].until(type="challengeDeclined")["challenge"]["declineReasonKey"] == "toofast"
    canceled = ann.challenges.create("robot", False, days=2, color="white")
    ann.challenges.cancel(canceled["id"])
    events["robot"].until(type="challengeCanceled")
    refused(404, robot.bots.accept_challenge, canceled["id"])
    asked = robot.challenges.create("ann", False, color="white", position="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    ann.challenges.decline(asked["id"], "standard")
    assert events["robot"].until(type="challengeDeclined")["challenge"]["declineReasonKey"] == "standard"
    kept = Lines(ann.challenges._r.post(
        "/api/challenge/robot", data={"days": 1, "color": "white", "keepAliveStream": "true"}, stream=True
    ))
    robot.bots.accept_challenge(kept.next()["id"])
    assert kept.next() == {"done": "accepted"}
    kept.end()
    playing = ann.games.get_ongoing()[0]
    ann.challenges.cancel(playing["gameId"])
    events["robot"].until(type="gameFinish")
    played = ann.challenges.create("robot", False, 60, 0, color="black")
    robot.bots.accept_challenge(played["id"])
    lines = Lines(robot.bots.stream_game_state(played["id"]))
    assert lines.next()["white"]["title"] == "BOT"
    robot.bots.make_move(played["id"], "e2e4")
    lines.until(moves="e2e4")
    robot.bots.post_message(played["id"], "hello")
    assert lines.until(type="chatLine")["username"] == "Robot"
    refused(403, robot.board.make_move, played["id"], "d2d4")
    refused(400, ann.bots.make_move, played["id"], "e7e5")
    robot.bots.abort_game(played["id"])
    lines.until(status="aborted")
    lines.end()
    resigned = ann.challenges.create("robot", False, 60, 0, color="black")
    robot.bots.accept_challenge(resigned["id"])
    robot.bots.resign_game(resigned["id"])
    opened = ann.challenges.create_open(300, 0)
    assert opened["url"].endswith(opened["id"])
    ann.challenges.accept(opened["id"])
    refused(400, ann.challenges.create, "robot", False, variant="atomic")
    refused(404, ann.challenges.create, "nobody", False)


def check_seeks(ann, bob, events):
    def seek(player, color):
        thread = threading.Thread(target=player.board.seek, args=(10, 0), kwargs={"color": color})
        thread.start()
        return thread

    first = seek(ann, "white")
    # So that the order of the seeks is known.
    time.sleep(1)
    for thread in (first, seek(bob, "random")):
        thread.join(TIMEOUT)
        assert not thread.is_alive(), "a seek was not paired"
    game = events["bob"].until(type="gameStart")["game"]
    while game["speed"] != "rapid":
        game = events["bob"].until(type="gameStart")["game"]
    assert game["color"] == "black"
    ann.board.abort_game(game["gameId"])
    events["bob"].until(type="gameFinish")
    for player, color in ((ann, "white"), (bob, "black")):
        terms = {"days": 3, "rated": "true", "color": color, "ratingRange": ""}
        assert player.board._r.post("/api/board/seek", data=terms)["id"]
    game = events["bob"].until(type="gameStart")["game"]
    assert game["speed"] == "correspondence"
    bob.board.abort_game(game["gameId"])
    events["bob"].until(type="gameFinish")


def check_computer(ann):
    """Begins games of every kind; the computer has not moved yet."""
    for terms in ({"clock_limit": 300, "clock_increment": 0}, {}, {"days": 1}):
        game = ann.challenges.create_ai(level=1, color="white", **terms)["id"]
        lines = Lines(ann.board.stream_game_state(game))
        assert lines.next()["black"] == {"aiLevel": 1}
        ann.board.resign_game(game)
        lines.until(status="resign")
        lines.end()


def check_description(ann):
    assert "/api/account" in ann.account._r.get("/api/openapi.json")["paths"]


def check_moves_of_computer(ann):
    for level in (1, 8):
        game = ann.challenges.create_ai(level=level, color="black", clock_limit=300, clock_increment=0)["id"]
        lines = Lines(ann.board.stream_game_state(game))
        full = lines.next()
        assert full["white"] == {"aiLevel": level}
        if full["state"]["moves"] == "":
            lines.until(type="gameState")
        ann.board.resign_game(game)
        lines.end()


def exercise(server, url):
    """Uses every endpoint. All but ids and times is the same in every run."""
    tokens = {name: server.account(name) for name in ("Ann", "Bob", "민아")}
    tokens["Robot"] = server.account("Robot", "bot:play", "challenge:write")
    clients = {name: berserk.Client(berserk.TokenSession(token), base_url=url) for name, token in tokens.items()}
    ann, bob, robot = clients["Ann"], clients["Bob"], clients["Robot"]
    check_accounts(ann, robot, tokens["Ann"])
    names = ("Ann", "Bob", "Robot")
    events = {name.lower(): Lines(clients[name].board.stream_incoming_events()) for name in names}
    # So that all of them are open.
    time.sleep(1)
    check_game(ann, bob, events)
    check_challenges(ann, robot, events)
    check_seeks(ann, bob, events)
    check_computer(ann)
    bob.oauth._r.request("DELETE", "/api/token")
    events["bob"].end()
    refused(401, bob.account.get)
    return ann


def main():
    with Server() as server:
        ann = exercise(server, server.url)
        check_description(ann)
        check_moves_of_computer(ann)
    print("berserk ok")


if __name__ == "__main__":
    main()
