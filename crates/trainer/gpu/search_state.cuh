// Memory of a search: the frames of the current line, the transposition table, histories and the game before the root.
#pragma once

#include "network.cuh"

constexpr int MAX_PLY = 40;
constexpr int INFINITE = 32001;
constexpr int MATE = 32000;
constexpr int MATE_BOUND = 31000;
constexpr int NO_EVALUATION = -32002;
constexpr int MOVE_STACK = 4096;
constexpr int TABLE_ENTRIES = 1 << 13;
constexpr int MAX_GAME_PLIES = 400;

enum { UPPER = 1, LOWER = 2, EXACT = 3 };

struct TableEntry {
    uint64_t key;
    Move move;
    int16_t value;
    int8_t depth;
    uint8_t bound;
    int16_t padding;
};

enum Stage : uint8_t { NULL_MOVE, REDUCED, ZERO_WINDOW, FULL_WINDOW };

// A node of the current line.
struct Frame {
    Position position;
    int alpha, beta, depth;
    int first_alpha;
    int evaluation;
    int best;
    int list_start, list_count;
    int tried, tried_quiets;
    int new_depth, reduction;
    Move best_move, table_move, move;
    uint8_t stage;
    bool in_check, after_null, is_accumulated;
};

// Data of a game in global memory.
struct GameMemory {
    TableEntry table[TABLE_ENTRIES];
    Accumulator accumulators[MAX_PLY];
    int16_t history[2][64 * 64];
    Move killers[MAX_PLY][2];
    Move moves[MOVE_STACK];
    unsigned scores[MOVE_STACK];
    // Keys of the game's positions, and behind them those of the line.
    uint64_t keys[MAX_GAME_PLIES + MAX_PLY + 16];
    // The game: moves and scores.
    Move played[MAX_GAME_PLIES];
    int16_t values[MAX_GAME_PLIES];
};

struct Search {
    const Network *network;
    const Tables *tables;
    Frame *frames;
    GameMemory *memory;
    // Number of positions of the game before the root.
    int game_length;
    uint64_t nodes, node_limit;
    bool is_stopped;
};

DEVICE int smaller(int a, int b) { return a < b ? a : b; }
DEVICE int larger(int a, int b) { return a > b ? a : b; }
