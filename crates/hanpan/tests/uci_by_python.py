"""Drives `hanpan uci` with python-chess, as boards written in Python do: argument 1 is the program."""

import asyncio
import sys

import chess
import chess.engine


async def main(program: str) -> None:
    transport, engine = await chess.engine.popen_uci([program, "uci"])
    assert engine.id["name"].startswith("Hanpan "), engine.id
    wanted = ["Hash", "Threads", "MultiPV", "Move Overhead", "Ponder", "UCI_Chess960", "UCI_ShowWDL", "Clear Hash"]
    for name in wanted:
        assert name in engine.options, name
    await engine.configure({"Hash": 8, "Threads": 2, "Move Overhead": 5})
    await engine.configure({"Threads": 1, "Clear Hash": None})
    await engine.ping()

    # Every kind of limit is answered with a legal move.
    board = chess.Board()
    for limit in [
        chess.engine.Limit(depth=5),
        chess.engine.Limit(nodes=3000),
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01),
        chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=3),
    ]:
        played = await engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert played.move in board.legal_moves, (limit, played)
        assert played.info["depth"] >= 1 and played.info["nodes"] > 0, played.info

    # A whole game, pondering, to its end.
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        played = await engine.play(board, chess.engine.Limit(nodes=500), ponder=True)
        board.push(played.move)
    assert board.ply() > 20, board

    # Mates in the right number of moves, from both sides; the one that was asked for is found where it is well hidden.
    board = chess.Board("5r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1")
    info = await engine.analyse(board, chess.engine.Limit(depth=18))
    assert info["score"].white().mate() == 2, info
    board.push(info["pv"][0])
    info = await engine.analyse(board, chess.engine.Limit(depth=10))
    assert info["score"].black().mate() == -1, info
    board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    info = await engine.analyse(board, chess.engine.Limit(mate=2))
    assert info["score"].white().mate() == 2, info

    # Several lines, best first, different, with chances; and only the moves that are wanted.
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
    infos = await engine.analyse(board, chess.engine.Limit(depth=7), multipv=3, options={"UCI_ShowWDL": True})
    assert [info["multipv"] for info in infos] == [1, 2, 3], infos
    assert len({info["pv"][0] for info in infos}) == 3
    assert infos[0]["score"].white().is_mate() and all(sum(info["wdl"].white()) in (999, 1000, 1001) for info in infos)
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    played = await engine.play(board, chess.engine.Limit(depth=4), root_moves=wanted)
    assert played.move in wanted, played

    # An analysis without limit goes on until it is stopped.
    with await engine.analysis(chess.Board()) as analysis:
        async for info in analysis:
            if info.get("depth", 0) >= 6:
                break
        assert "hashfull" in analysis.info and "nps" in analysis.info and "seldepth" in analysis.info, analysis.info
    await engine.ping()

    # Chess960: castling is king takes rook.
    board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    played = await engine.play(board, chess.engine.Limit(depth=3), root_moves=[chess.Move.from_uci("f1g1")])
    assert board.is_castling(played.move), played

    # No move where there is none.
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]:
        played = await engine.play(chess.Board(fen), chess.engine.Limit(depth=3))
        assert played.move is None, played

    await engine.quit()
    assert transport.get_returncode() == 0, transport.get_returncode()


asyncio.run(asyncio.wait_for(main(sys.argv[1]), 120))
print("all well")
