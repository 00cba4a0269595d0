// A game of the search against itself, with the rules of `self_play.rs`, and its packed form.
#pragma once

#include "search.cuh"

// Openings that are further from equal are not played, in centipawns.
constexpr int MAX_OPENING_SCORE = 350;
// Score of a won game, and the plies for which it lasts.
constexpr int WON_SCORE = 1500, WON_PLIES = 6;
// Score of a drawn game, and the plies for which it lasts from the first one on.
constexpr int DRAWN_SCORE = 6, DRAWN_PLIES = 16, FIRST_DRAWN_PLY = 70;

constexpr int HEADER_BYTES = 32;

// Finished games, written one after the other.
struct Output {
    uint64_t next_game, games, positions, nodes, bytes, capacity;
    uint8_t *packed;
};

struct Game {
    Position start;
    int length;
    int opening_plies;
    int half_points;
};

DEVICE void set_root(Search &search, const Position &position) {
    sync_lanes();
    if (lane() == 0) {
        search.frames[0].position = position;
        search.memory->keys[search.game_length] = position.key;
    }
    sync_lanes();
}

// Eight or nine random plies; false if the game ended in them.
DEVICE bool play_opening(Search &search, const Position &start, uint64_t &random, Game &game) {
    search.game_length = 0;
    set_root(search, start);
    game.opening_plies = 8 + int(next_random(random) >> 63);
    for (int ply = 0; ply <= game.opening_plies; ply++) {
        int count = generate(*search.tables, search.frames[0].position, false, search.memory->moves);
        int first = count == 0 ? 0 : int((next_random(random) >> 32) * count >> 32), tried = 0;
        while (tried < count && !enter_child(search, 0, search.memory->moves[(first + tried) % count])) tried++;
        if (tried == count) return false;
        // After the last ply only a legal move has to be there.
        if (ply < game.opening_plies) set_root(search, search.frames[1].position);
    }
    game.start = search.frames[0].position;
    return true;
}

// Plays on from the opening; false if the opening was not balanced.
DEVICE bool play_from_opening(Search &search, uint64_t soft_nodes, uint64_t &nodes, Game &game) {
    int won = 0, drawn = 0;
    game.length = 0;
    game.half_points = 1;
    while (game.length < MAX_GAME_PLIES) {
        search.game_length = game.length;
        const Position position = search.frames[0].position;
        int turn = position.turn;
        int value = 0;
        Move best = think(search, soft_nodes, value);
        nodes += search.nodes;
        if (best == NO_MOVE) {
            if (search.frames[0].in_check) game.half_points = turn == WHITE ? 0 : 2;
            break;
        }
        if (position.halfmoves >= 100 || is_insufficient_material(position) || is_repeated(search, 0, 2)) break;
        // A mate in n moves has the score MATE - n.
        if (value > MATE_BOUND) value = MATE - (MATE - value + 1) / 2;
        else if (value < -MATE_BOUND) value = -MATE + (MATE + value) / 2;
        int score = turn == WHITE ? value : -value, size = score < 0 ? -score : score;
        if (game.length == 0 && size > MAX_OPENING_SCORE) return false;
        won = size >= WON_SCORE ? won + 1 : 0;
        drawn = size <= DRAWN_SCORE && game.length >= FIRST_DRAWN_PLY ? drawn + 1 : 0;
        if (won >= WON_PLIES) {
            game.half_points = score > 0 ? 2 : 0;
            break;
        }
        if (drawn >= DRAWN_PLIES) break;
        sync_lanes();
        if (lane() == 0) {
            search.memory->played[game.length] = best;
            search.memory->values[game.length] = score;
        }
        game.length++;
        Position next = position;
        play(*search.tables, next, best);
        search.game_length = game.length;
        set_root(search, next);
    }
    return true;
}

DEVICE void pack_header(const Game &game, uint8_t *bytes) {
    const Position &start = game.start;
    memset(bytes, 0, HEADER_BYTES);
    Bitboard all = occupied(start);
    for (int i = 0; i < 8; i++) bytes[i] = all >> (8 * i);
    int index = 0;
    for (Bitboard rest = all; rest; rest &= rest - 1, index++) {
        int square = first_bit(rest);
        int code = role_at(start, square) + 1 + (start.colors[BLACK] >> square & 1) * 8;
        bytes[8 + index / 2] |= code << (4 * (index % 2));
    }
    bytes[24] = start.turn | start.castling << 1;
    bytes[25] = start.en_passant < NO_SQUARE ? start.en_passant % 8 : 8;
    bytes[26] = start.halfmoves;
    bytes[27] = 1 + game.opening_plies / 2;
    bytes[29] = game.half_points;
    bytes[30] = game.length;
    bytes[31] = game.length >> 8;
}

DEVICE void append(const Search &search, const Game &game, uint64_t nodes, Output &output) {
    uint64_t bytes = HEADER_BYTES + 4 * game.length, at = 0;
    if (lane() == 0) at = fetch_add(&output.bytes, bytes);
    at = broadcast(at);
    // Cannot happen: no game begins with less than RESERVED_BYTES left.
    if (at + bytes > output.capacity) return;
    uint8_t *packed = output.packed + at;
    if (lane() == 0) {
        pack_header(game, packed);
        fetch_add(&output.games, 1);
        fetch_add(&output.positions, game.length);
        fetch_add(&output.nodes, nodes);
    }
    for (int i = lane(); i < game.length; i += WIDTH) {
        Move move = search.memory->played[i];
        int16_t value = search.memory->values[i];
        uint8_t *entry = packed + HEADER_BYTES + 4 * i;
        entry[0] = move;
        entry[1] = move >> 8;
        entry[2] = value;
        entry[3] = value >> 8;
    }
    sync_lanes();
}

// Plays one game and appends it. A game depends on the network, the node limit, the seed and its number alone.
DEVICE void play_game(Search &search, const Position &start, uint64_t seed, uint64_t number, uint64_t soft_nodes, Output &output) {
    uint64_t of_seed = seed, of_game = number * 0xd1342543de82ef95, nodes = 0;
    uint64_t random = next_random(of_seed) ^ next_random(of_game);
    Game game;
    do {
        uint64_t *words = (uint64_t *)search.memory->table;
        for (size_t i = lane(); i < sizeof search.memory->table / 8; i += WIDTH) words[i] = 0;
        for (int i = lane(); i < 2 * 64 * 64; i += WIDTH) search.memory->history[i / 4096][i % 4096] = 0;
        sync_lanes();
        while (!play_opening(search, start, random, game)) {}
    } while (!play_from_opening(search, soft_nodes, nodes, game));
    append(search, game, nodes, output);
}
