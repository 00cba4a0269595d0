"""berserk over the endpoints of the Lichess API that the server has."""

import queue
import threading

import berserk

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


def check_accounts(ann, bob, robot, token):
    assert ann.account.get()["username"] == "Ann"
    assert ann.account.get_email() is None
    assert ann.account.get_preferences()["prefs"] == {}
    assert ann.oauth.test_tokens(token, "lip_unknown")["lip_unknown"] is None
    assert "board:play" in ann.oauth.test_tokens(token)[token]["scopes"].split(",")
    robot.account.upgrade_to_bot()
    assert robot.account.get()["title"] == "BOT"
    assert [bot["username"] for bot in robot.bots.get_online_bots()] == ["Robot"]
    assert [user["id"] for user in ann.users.get_by_id("bob", "nobody")] == ["bob"]
    assert ann.users.get_realtime_statuses("ann")[0]["online"] is True
    assert ann.users.get_public_data("한판")["id"] == "~d55c~d310"
    assert [line["name"] for line in ann.users.get_rating_history("ann")][0] == "Bullet"
    refused(403, robot.account.get_email)


def check_game(ann, bob, events):
    challenge = ann.challenges.create("bob", True, 300, 3, color="white")
    game = challenge["id"]
    assert events["bob"].until(type="challenge")["challenge"]["id"] == game
    assert [open["id"] for open in bob.challenges.get_mine()["in"]] == [game]
    bob.challenges.accept(game)
    assert events["ann"].until(type="gameStart")["game"]["gameId"] == game
    lines = Lines(bob.board.stream_game_state(game))
    full = lines.next()
    assert full["type"] == "gameFull" and full["white"]["name"] == "Ann", full
    ann.board.make_move(game, "e2e4")
    assert lines.until(type="gameState")["moves"] == "e2e4"
    assert "king" in refused(400, bob.board.make_move, game, "e8e6")
    bob.board.make_move(game, "e7e5")
    ann.board.post_message(game, "good luck")
    ann.board.post_message(game, "hello", spectator=True)
    assert lines.until(type="chatLine")["text"] == "good luck"
    assert bob.board.get_game_chat(game) == [{"user": "Ann", "text": "good luck"}]
    bob.board.offer_draw(game)
    lines.until(bdraw=True)
    ann.board.decline_draw(game)
    ann.board.make_move(game, "g1f3")
    ann.board.offer_takeback(game)
    lines.until(wtakeback=True)
    bob.board.accept_takeback(game)
    lines.until(moves="e2e4 e7e5")
    assert [playing["gameId"] for playing in ann.games.get_ongoing()] == [game]
    refused(400, ann.board.claim_victory, game)
    bob.board.resign_game(game)
    last = lines.until(status="resign")
    assert last["winner"] == "white"
    lines.end()
    ann.board.post_message(game, "gg")
    assert events["ann"].until(type="gameFinish")["game"]["status"]["name"] == "resign"
    assert ann.games.export(game)["players"]["white"]["user"]["name"] == "Ann"
    assert "[White \"Ann\"]" in ann.games.export(game, as_pgn=True)
    assert [each["id"] for each in ann.games.export_by_player("ann")] == [game]
    assert [each["id"] for each in ann.games.export_multi(game)] == [game]
    imported = ann.games.import_game('[White "Carlsen"]\n\n1. e4 e5 2. Nf3 *')
    assert imported["url"].endswith("/game/" + imported["id"])
    assert "[White \"Carlsen\"]" in ann.games.export(imported["id"], as_pgn=True)
    assert "[White \"Carlsen\"]" in ann.games.export_imported()
    assert next(iter(ann.games.stream_game_moves(game)))["status"]["name"] == "resign"


def check_challenges(ann, robot, events):
    declined = ann.challenges.create("robot", False, 60, 0)
    events["robot"].until(type="challenge")
    robot.bots.decline_challenge(declined["id"], "tooFast")
    assert events["ann"].until(type="challengeDeclined")["challenge"]["declineReasonKey"] == "toofast"
    canceled = ann.challenges.create("robot", False, days=2)
    ann.challenges.cancel(canceled["id"])
    events["robot"].until(type="challengeCanceled")
    refused(404, robot.bots.accept_challenge, canceled["id"])
    played = ann.challenges.create("robot", False, 60, 0, color="black")
    robot.bots.accept_challenge(played["id"])
    lines = Lines(robot.bots.stream_game_state(played["id"]))
    assert lines.next()["white"]["title"] == "BOT"
    robot.bots.make_move(played["id"], "e2e4")
    robot.bots.post_message(played["id"], "hello")
    robot.bots.abort_game(played["id"])
    lines.until(status="aborted")
    lines.end()
    opened = ann.challenges.create_open(300, 0)
    assert opened["url"].endswith(opened["id"])
    refused(400, ann.challenges.create, "robot", False, variant="atomic")
    refused(404, ann.challenges.create, "nobody", False)


def check_computer_and_seeks(ann, bob, events):
    for terms in ({"clock_limit": 300, "clock_increment": 0}, {}, {"days": 1}):
        game = ann.challenges.create_ai(level=1, color="black", **terms)["id"]
        lines = Lines(ann.board.stream_game_state(game))
        full = lines.next()
        assert full["white"] == {"aiLevel": 1}
        if full["state"]["moves"] == "":
            lines.until(type="gameState")
        ann.board.resign_game(game)
        lines.end()
    seeks = [threading.Thread(target=player.board.seek, args=(10, 0)) for player in (ann, bob)]
    for seek in seeks:
        seek.start()
    for seek in seeks:
        seek.join(TIMEOUT)
        assert not seek.is_alive(), "a seek was not paired"
    game = events["bob"].until(type="gameStart")["game"]
    while game["speed"] != "rapid":
        game = events["bob"].until(type="gameStart")["game"]
    ann.board.abort_game(game["gameId"])


def main():
    server = Server()
    try:
        tokens = {name: server.account(name) for name in ("Ann", "Bob", "한판")}
        tokens["Robot"] = server.account("Robot", "bot:play", "challenge:write")
        clients = {
            name: berserk.Client(berserk.TokenSession(token), base_url=server.url)
            for name, token in tokens.items()
        }
        ann, bob, robot = clients["Ann"], clients["Bob"], clients["Robot"]
        check_accounts(ann, bob, robot, tokens["Ann"])
        events = {name.lower(): Lines(clients[name].board.stream_incoming_events()) for name in ("Ann", "Bob", "Robot")}
        check_game(ann, bob, events)
        check_challenges(ann, robot, events)
        check_computer_and_seeks(ann, bob, events)
        assert server.call("DELETE", "/api/token", token=tokens["Bob"]) == (200, '{"ok":true}')
        events["bob"].end()
        refused(401, bob.account.get)
    finally:
        server.stop()
    print("berserk ok")


main()
