// Alpha-beta search by a warp: all lanes walk the tree together and share the work of each node. The line is a stack of frames
// in fast memory instead of recursion, which would keep a copy for each lane.
#pragma once

#include "search_state.cuh"

// True if the position occurred `times` times before, in the game and in the line.
DEVICE bool is_repeated(const Search &search, int ply, int times) {
    const Position &position = search.frames[ply].position;
    int at = search.game_length + ply, count = 0;
    for (int back = 4 + 2 * lane(); back <= position.halfmoves && back <= at; back += 2 * WIDTH) {
        count += search.memory->keys[at - back] == position.key;
    }
    return sum_lanes(count) >= times;
}

DEVICE bool is_insufficient_material(const Position &position) {
    Bitboard strong = position.roles[PAWN] | position.roles[ROOK] | position.roles[QUEEN];
    return !strong && bit_count(occupied(position)) <= 3;
}

// Scores the moves of a list, for the order in which they are tried.
enum : unsigned { TABLE_SCORE = 900000, CAPTURE_SCORE = 600000, KILLER_SCORE = 500000, QUIET_SCORE = 200000, LOSING_SCORE = 10000 };

DEVICE void score_moves(Search &search, int ply) {
    Frame &frame = search.frames[ply];
    const Position &position = frame.position;
    GameMemory &memory = *search.memory;
    for (int i = frame.list_start + lane(); i < frame.list_start + frame.list_count; i += WIDTH) {
        Move move = memory.moves[i];
        unsigned score;
        if (move == frame.table_move) {
            score = TABLE_SCORE;
        } else if (is_capture(position, move) || move_kind(move) == QUEEN + 1) {
            int victim = role_at(position, to_square(move)), attacker = role_at(position, from_square(move));
            victim = victim == NO_ROLE ? PAWN : victim;
            bool is_good = see_is_not_negative(*search.tables, position, move);
            score = (is_good ? CAPTURE_SCORE : LOSING_SCORE) + exchange_value(victim) * 16 +
                    exchange_value(move_kind(move) == QUEEN + 1 ? QUEEN : PAWN) * 8 - attacker;
        } else if (move == memory.killers[ply][0]) {
            score = KILLER_SCORE + 1;
        } else if (move == memory.killers[ply][1]) {
            score = KILLER_SCORE;
        } else {
            score = QUIET_SCORE + memory.history[position.turn][move & 4095];
        }
        memory.scores[i] = score;
    }
    sync_lanes();
}

// Takes the best move that was not tried yet, with its score; NO_MOVE if there is none.
DEVICE Move pick_move(Search &search, int ply, unsigned &score) {
    const Frame &frame = search.frames[ply];
    unsigned found = 0;
    for (int i = lane(); i < frame.list_count; i += WIDTH) {
        unsigned own = search.memory->scores[frame.list_start + i];
        unsigned code = own == 0 ? 0 : own << 8 | (255 - i);
        found = code > found ? code : found;
    }
    found = largest_lane(found);
    if (found == 0) return NO_MOVE;
    int at = frame.list_start + 255 - (found & 255);
    Move move = search.memory->moves[at];
    sync_lanes();
    if (lane() == 0) search.memory->scores[at] = 0;
    sync_lanes();
    score = found >> 8;
    return move;
}

DEVICE void store(Search &search, int ply, int value) {
    const Frame &frame = search.frames[ply];
    TableEntry &entry = search.memory->table[frame.position.key & (TABLE_ENTRIES - 1)];
    int bound = value >= frame.beta ? LOWER : value > frame.first_alpha ? EXACT : UPPER;
    int kept = value > MATE_BOUND ? value + ply : value < -MATE_BOUND ? value - ply : value;
    Move move = frame.best_move ? frame.best_move : frame.table_move;
    if (lane() == 0) {
        entry = {frame.position.key, move, int16_t(kept), int8_t(larger(frame.depth, 0)), uint8_t(bound), 0};
    }
    sync_lanes();
}

DEVICE void change_history(int16_t &value, int change) {
    value += change - value * (change < 0 ? -change : change) / 16384;
}

// History bonus for the quiet move that caused a cutoff, malus for the quiet moves picked before it, pruned ones included.
DEVICE void update_history(Search &search, int ply) {
    Frame &frame = search.frames[ply];
    GameMemory &memory = *search.memory;
    int bonus = smaller(160 * frame.depth, 1600), turn = frame.position.turn;
    for (int i = lane(); i < frame.list_count; i += WIDTH) {
        Move move = memory.moves[frame.list_start + i];
        bool was_tried = memory.scores[frame.list_start + i] == 0;
        if (was_tried && move != frame.move && !is_capture(frame.position, move) && move_kind(move) == 0) {
            change_history(memory.history[turn][move & 4095], -bonus);
        }
    }
    sync_lanes();
    if (lane() == 0) {
        change_history(memory.history[turn][frame.move & 4095], bonus);
        if (memory.killers[ply][0] != frame.move) {
            memory.killers[ply][1] = memory.killers[ply][0];
            memory.killers[ply][0] = frame.move;
        }
    }
    sync_lanes();
}

// Sets up the child of a frame for a search with a window, as seen by the child.
DEVICE void descend(Search &search, int ply, int alpha, int beta, int depth, Stage stage) {
    Frame &child = search.frames[ply + 1];
    sync_lanes();
    if (lane() == 0) {
        search.frames[ply].stage = stage;
        child.alpha = alpha;
        child.beta = beta;
        child.depth = depth;
    }
    sync_lanes();
}

// Plays the move into the child frame; false if it was illegal.
DEVICE bool enter_child(Search &search, int ply, Move move) {
    Frame &frame = search.frames[ply], &child = search.frames[ply + 1];
    Position next = frame.position;
    if (move == NO_MOVE) pass(*search.tables, next);
    else play(*search.tables, next, move);
    if (move != NO_MOVE && is_check(*search.tables, next, next.turn ^ 1)) return false;
    bool in_check = move != NO_MOVE && is_check(*search.tables, next, next.turn);
    sync_lanes();
    if (lane() == 0) {
        child.position = next;
        child.in_check = in_check;
        child.after_null = move == NO_MOVE;
        child.is_accumulated = false;
        frame.move = move;
        search.memory->keys[search.game_length + ply + 1] = next.key;
    }
    sync_lanes();
    return true;
}

// Value of the root's position (frame 0), whose best move is then in the frame. Without meaning if the search was stopped.
DEVICE int search_root(Search &search, int depth, int alpha, int beta) {
    Frame *const frames = search.frames;
    GameMemory &memory = *search.memory;
    int ply = 0, result = 0;
    if (lane() == 0) {
        frames[0].alpha = alpha;
        frames[0].beta = beta;
        frames[0].depth = depth;
        frames[0].list_start = 0;
    }
    sync_lanes();

enter: {
    Frame &frame = frames[ply];
    const Position &position = frame.position;
    search.nodes++;
    if (search.nodes >= search.node_limit) {
        search.is_stopped = true;
        return 0;
    }
    int depth = frame.depth == 0 && frame.in_check ? 1 : frame.depth;
    if (ply > 0 && (position.halfmoves >= 100 || is_insufficient_material(position) || is_repeated(search, ply, 1))) {
        result = 0;
        goto leave;
    }
    bool is_pv = frame.beta - frame.alpha > 1;
    TableEntry entry = memory.table[position.key & (TABLE_ENTRIES - 1)];
    bool is_hit = entry.key == position.key;
    if (is_hit && !is_pv && entry.depth >= depth) {
        int value = entry.value > MATE_BOUND ? entry.value - ply : entry.value < -MATE_BOUND ? entry.value + ply : entry.value;
        if ((entry.bound & LOWER && value >= frame.beta) || (entry.bound & UPPER && value <= frame.alpha)) {
            result = value;
            goto leave;
        }
    }
    if (!frame.is_accumulated) {
        const Frame *parent = ply > 0 ? &frames[ply - 1] : nullptr;
        accumulate(*search.network, parent ? &parent->position : nullptr,
                   parent ? &memory.accumulators[ply - 1] : nullptr, position, memory.accumulators[ply]);
    }
    int evaluation = evaluate(*search.network, position, memory.accumulators[ply]);
    bool quiescence = depth <= 0;
    bool is_blind = frame.in_check && !quiescence;
    int best = quiescence ? evaluation : -INFINITE;
    int list_start = ply == 0 ? 0 : frames[ply - 1].list_start + (frames[ply - 1].stage == NULL_MOVE ? 0 : frames[ply - 1].list_count);
    Move table_move = is_hit ? entry.move : NO_MOVE;
    // Internal iterative reduction (IIR).
    if (!quiescence && depth >= 4 && table_move == NO_MOVE) depth--;
    sync_lanes();
    if (lane() == 0) {
        frame.is_accumulated = true;
        frame.depth = depth;
        frame.first_alpha = frame.alpha;
        frame.evaluation = is_blind ? NO_EVALUATION : evaluation;
        frame.best = best;
        frame.best_move = NO_MOVE;
        frame.table_move = table_move;
        frame.tried = 0;
        frame.tried_quiets = 0;
        frame.list_start = list_start;
        frame.list_count = 0;
        if (best > frame.alpha) frame.alpha = best;
    }
    sync_lanes();
    if (ply >= MAX_PLY - 1 || list_start + MAX_MOVES >= MOVE_STACK || (quiescence && best >= frame.beta)) {
        result = evaluation;
        goto leave;
    }
    if (!quiescence && !is_pv && !frame.in_check) {
        bool is_improving = ply >= 2 && evaluation > frames[ply - 2].evaluation;
        // Reverse futility pruning.
        if (depth <= 7 && evaluation < MATE_BOUND && evaluation - 80 * (depth - is_improving) >= frame.beta) {
            result = evaluation;
            goto leave;
        }
        // Null move pruning.
        Bitboard pieces = position.colors[position.turn] & ~position.roles[PAWN] & ~position.roles[KING];
        if (depth >= 3 && evaluation >= frame.beta && pieces && !frame.after_null) {
            enter_child(search, ply, NO_MOVE);
            descend(search, ply, -frame.beta, -frame.beta + 1, larger(depth - 4 - depth / 4, 0), NULL_MOVE);
            ply++;
            goto enter;
        }
    }
}

generate_moves: {
    Frame &frame = frames[ply];
    int count = generate(*search.tables, frame.position, frame.depth <= 0, &memory.moves[frame.list_start]);
    sync_lanes();
    if (lane() == 0) frame.list_count = count;
    sync_lanes();
    score_moves(search, ply);
}

next: {
    Frame &frame = frames[ply];
    const Position &position = frame.position;
    int depth = frame.depth;
    unsigned score = 0;
    Move move = pick_move(search, ply, score);
    bool is_over = move == NO_MOVE || (depth <= 0 && score < KILLER_SCORE);
    bool is_pv = frame.beta - frame.first_alpha > 1;
    bool is_quiet = !is_over && !is_capture(position, move) && move_kind(move) != QUEEN + 1;
    if (!is_over && ply > 0 && depth > 0 && frame.best > -MATE_BOUND && !frame.in_check) {
        // Late move pruning and futility pruning.
        bool is_late = frame.tried_quiets >= (3 + depth * depth) / (frame.evaluation > frame.alpha ? 1 : 2) + 1;
        bool is_futile = depth <= 6 && frame.evaluation + 100 + 90 * depth <= frame.alpha;
        if (is_quiet && !is_pv && score < KILLER_SCORE && (is_late || is_futile)) goto next;
        if (!is_quiet && score < KILLER_SCORE && depth <= 3 && !is_pv) goto next;
    }
    if (is_over) {
        bool has_none = depth > 0 && frame.tried == 0;
        result = has_none ? (frame.in_check ? ply - MATE : 0) : frame.best;
        if (!has_none) store(search, ply, result);
        goto leave;
    }
    if (!enter_child(search, ply, move)) goto next;
    Frame &child = frames[ply + 1];
    int tried = frame.tried + 1, new_depth = depth - 1, reduction = 0;
    if (child.in_check && depth > 0 && score >= QUIET_SCORE && is_pv) new_depth++;
    if (depth >= 3 && tried > 1 + is_pv && (is_quiet || score < KILLER_SCORE)) {
        reduction = search.tables->reductions[smaller(depth, 31)][smaller(tried, 63)];
        reduction += !is_pv && is_quiet && score < KILLER_SCORE ? 0 : -1;
        if (is_quiet) reduction -= (int(score) - int(QUIET_SCORE)) / 8192 * (score < KILLER_SCORE);
        reduction -= child.in_check + frame.in_check;
        reduction = larger(0, smaller(reduction, new_depth - 1));
    }
    sync_lanes();
    if (lane() == 0) {
        frame.tried = tried;
        frame.tried_quiets += is_quiet;
        frame.new_depth = new_depth;
        frame.reduction = reduction;
    }
    sync_lanes();
    int alpha = frame.alpha;
    if (tried == 1 || depth <= 0) descend(search, ply, -frame.beta, -alpha, new_depth, FULL_WINDOW);
    else if (reduction > 0) descend(search, ply, -alpha - 1, -alpha, new_depth - reduction, REDUCED);
    else descend(search, ply, -alpha - 1, -alpha, new_depth, ZERO_WINDOW);
    ply++;
    goto enter;
}

leave: {
    if (ply == 0) return result;
    ply--;
    sync_lanes();
    Frame &frame = frames[ply];
    int value = -result, alpha = frame.alpha, beta = frame.beta;
    if (frame.stage == NULL_MOVE) {
        if (value >= beta) {
            result = value > MATE_BOUND ? beta : value;
            goto leave;
        }
        goto generate_moves;
    }
    if (frame.stage == REDUCED && value > alpha) {
        descend(search, ply, -alpha - 1, -alpha, frame.new_depth, ZERO_WINDOW);
        ply++;
        goto enter;
    }
    if (frame.stage == ZERO_WINDOW && value > alpha && value < beta) {
        descend(search, ply, -beta, -alpha, frame.new_depth, FULL_WINDOW);
        ply++;
        goto enter;
    }
    bool raises = value > alpha, cuts = value >= beta;
    sync_lanes();
    if (lane() == 0) {
        if (value > frame.best) frame.best = value;
        if (raises) {
            frame.best_move = frame.move;
            frame.alpha = value;
        }
    }
    sync_lanes();
    if (cuts) {
        if (frame.depth > 0 && !is_capture(frame.position, frame.move) && move_kind(frame.move) == 0) update_history(search, ply);
        result = value;
        store(search, ply, value);
        goto leave;
    }
    goto next;
}
}

// Best move and value for the side to move by iterative deepening: no iteration begins after `soft_nodes`.
DEVICE Move think(Search &search, uint64_t soft_nodes, int &value) {
    search.nodes = 0;
    search.is_stopped = false;
    bool in_check = is_check(*search.tables, search.frames[0].position, search.frames[0].position.turn);
    for (int i = lane(); i < MAX_PLY * 2; i += WIDTH) search.memory->killers[i / 2][i % 2] = NO_MOVE;
    if (lane() == 0) {
        search.frames[0].in_check = in_check;
        search.frames[0].after_null = false;
        search.frames[0].is_accumulated = false;
    }
    sync_lanes();
    Move best = NO_MOVE;
    value = 0;
    for (int depth = 1; depth < 24 && (depth == 1 || search.nodes < soft_nodes); depth++) {
        // The first iteration is always completed: without a move then, it is mate or stalemate.
        search.node_limit = depth == 1 ? UINT64_MAX : soft_nodes * 8;
        int width = depth < 5 ? 2 * INFINITE : 20, alpha = larger(value - width, -INFINITE), beta = smaller(value + width, INFINITE);
        while (true) {
            int found = search_root(search, depth, alpha, beta);
            if (search.is_stopped) return best;
            if (search.frames[0].best_move != NO_MOVE && found > alpha) best = search.frames[0].best_move;
            if (found > alpha && found < beta) {
                value = found;
                break;
            }
            width *= 3;
            if (found <= alpha) alpha = larger(found - width, -INFINITE);
            else beta = smaller(found + width, INFINITE);
        }
        if (value > MATE_BOUND || value < -MATE_BOUND) break;
    }
    return best;
}
