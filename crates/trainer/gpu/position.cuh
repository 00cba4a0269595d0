// A chess position, its attacks and its moves.
#pragma once

#include <cmath>

#include "warp.cuh"

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_ROLE };
enum { WHITE, BLACK };

constexpr int NO_SQUARE = 64;
constexpr int MAX_MOVES = 255;

// From square, to square (6 bits each) and four bits: the promoted role counted from 1, or CASTLING. As in packed games.
typedef uint16_t Move;
constexpr Move NO_MOVE = 0;
constexpr int CASTLING = 15;

DEVICE Move make_move(int from, int to, int kind) { return Move(from | to << 6 | kind << 12); }
DEVICE int from_square(Move move) { return move & 63; }
DEVICE int to_square(Move move) { return move >> 6 & 63; }
DEVICE int move_kind(Move move) { return move >> 12; }

// Steps of a piece that does not slide.
enum { KNIGHT_STEPS, KING_STEPS, WHITE_PAWN_STEPS, BLACK_PAWN_STEPS };

struct Tables {
    // Rank, file and both diagonals through a square, without it.
    Bitboard lines[4][64];
    Bitboard steps[4][64];
    // Zobrist keys.
    uint64_t pieces[2][6][64];
    uint64_t castling[16];
    uint64_t en_passant[64];
    uint64_t turn;
    // Reduction of late moves by depth and number.
    uint8_t reductions[32][64];
};

struct Position {
    Bitboard roles[6];
    Bitboard colors[2];
    uint64_t key;
    uint8_t turn;
    // Queenside White, kingside White, queenside Black, kingside Black, from bit 0; as in packed games.
    uint8_t castling;
    uint8_t en_passant;
    uint8_t halfmoves;
};

DEVICE Bitboard occupied(const Position &position) { return position.colors[0] | position.colors[1]; }

DEVICE int role_at(const Position &position, int square) {
    int found = NO_ROLE;
    for (int role = PAWN; role <= KING; role++) {
        if (position.roles[role] >> square & 1) found = role;
    }
    return found;
}

DEVICE int king_square(const Position &position, int color) {
    return first_bit(position.roles[KING] & position.colors[color]);
}

// Attacks of a slider along a line (hyperbola quintessence).
DEVICE Bitboard line_attacks(Bitboard occupied, Bitboard line, int square) {
    Bitboard bit = Bitboard(1) << square, blockers = occupied & line;
    Bitboard up = blockers - 2 * bit, down = reverse(reverse(blockers) - 2 * reverse(bit));
    return (up ^ down) & line;
}

DEVICE Bitboard straight_attacks(const Tables &tables, Bitboard occupied, int square) {
    return line_attacks(occupied, tables.lines[0][square], square) |
           line_attacks(occupied, tables.lines[1][square], square);
}

DEVICE Bitboard diagonal_attacks(const Tables &tables, Bitboard occupied, int square) {
    return line_attacks(occupied, tables.lines[2][square], square) |
           line_attacks(occupied, tables.lines[3][square], square);
}

// True if `by` attacks the square. All lanes pass the same arguments and share the work.
DEVICE bool is_attacked(const Tables &tables, const Position &position, int square, int by) {
    Bitboard all = occupied(position), theirs = position.colors[by];
    Bitboard queens = position.roles[QUEEN];
    bool hit = false;
    for (int task = lane(); task < 7; task += WIDTH) {
        if (task < 4) {
            Bitboard sliders = (task < 2 ? position.roles[ROOK] : position.roles[BISHOP]) | queens;
            hit |= (line_attacks(all, tables.lines[task][square], square) & sliders & theirs) != 0;
        } else {
            int steps = task == 4 ? KNIGHT_STEPS : task == 5 ? KING_STEPS : by == WHITE ? BLACK_PAWN_STEPS : WHITE_PAWN_STEPS;
            int role = task == 4 ? KNIGHT : task == 5 ? KING : PAWN;
            hit |= (tables.steps[steps][square] & position.roles[role] & theirs) != 0;
        }
    }
    return any_lane(hit);
}

DEVICE bool is_check(const Tables &tables, const Position &position, int color) {
    return is_attacked(tables, position, king_square(position, color), color ^ 1);
}

// All pieces that attack a square; arguments may differ between lanes.
DEVICE Bitboard attackers(const Tables &tables, const Position &position, Bitboard occupied, int square) {
    Bitboard queens = position.roles[QUEEN];
    return (straight_attacks(tables, occupied, square) & (position.roles[ROOK] | queens)) |
           (diagonal_attacks(tables, occupied, square) & (position.roles[BISHOP] | queens)) |
           (tables.steps[KNIGHT_STEPS][square] & position.roles[KNIGHT]) |
           (tables.steps[KING_STEPS][square] & position.roles[KING]) |
           (tables.steps[BLACK_PAWN_STEPS][square] & position.roles[PAWN] & position.colors[WHITE]) |
           (tables.steps[WHITE_PAWN_STEPS][square] & position.roles[PAWN] & position.colors[BLACK]);
}

DEVICE bool is_en_passant(const Position &position, Move move) {
    return to_square(move) == position.en_passant && (position.roles[PAWN] >> from_square(move) & 1);
}

DEVICE bool is_capture(const Position &position, Move move) {
    return (occupied(position) >> to_square(move) & 1) || is_en_passant(position, move);
}

DEVICE void toggle(const Tables &tables, Position &position, int color, int role, int square) {
    position.roles[role] ^= Bitboard(1) << square;
    position.colors[color] ^= Bitboard(1) << square;
    position.key ^= tables.pieces[color][role][square];
}

// Castling rights that end when a piece leaves or enters the square.
DEVICE int lost_rights(int square) {
    return square == 0 ? 1 : square == 7 ? 2 : square == 4 ? 3 : square == 56 ? 4 : square == 63 ? 8 : square == 60 ? 12 : 0;
}

DEVICE void play(const Tables &tables, Position &position, Move move) {
    int us = position.turn, from = from_square(move), to = to_square(move), kind = move_kind(move);
    int role = role_at(position, from), captured = role_at(position, to);
    bool en_passant = is_en_passant(position, move);
    position.key ^= tables.castling[position.castling] ^ tables.turn;
    if (position.en_passant < NO_SQUARE) position.key ^= tables.en_passant[position.en_passant];
    position.halfmoves = role == PAWN || captured != NO_ROLE ? 0 : position.halfmoves + 1;
    if (captured != NO_ROLE) toggle(tables, position, us ^ 1, captured, to);
    if (en_passant) toggle(tables, position, us ^ 1, PAWN, to ^ 8);
    toggle(tables, position, us, role, from);
    toggle(tables, position, us, kind >= 2 && kind <= 5 ? kind - 1 : role, to);
    if (kind == CASTLING) {
        toggle(tables, position, us, ROOK, to > from ? to + 1 : to - 2);
        toggle(tables, position, us, ROOK, to > from ? to - 1 : to + 1);
    }
    position.castling &= ~(lost_rights(from) | lost_rights(to));
    position.en_passant = NO_SQUARE;
    if (role == PAWN && (from ^ to) == 16) {
        int skipped = (from + to) / 2;
        int steps = us == WHITE ? WHITE_PAWN_STEPS : BLACK_PAWN_STEPS;
        if (tables.steps[steps][skipped] & position.roles[PAWN] & position.colors[us ^ 1]) position.en_passant = skipped;
    }
    position.turn ^= 1;
    position.key ^= tables.castling[position.castling];
    if (position.en_passant < NO_SQUARE) position.key ^= tables.en_passant[position.en_passant];
}

DEVICE void pass(const Tables &tables, Position &position) {
    position.key ^= tables.turn;
    if (position.en_passant < NO_SQUARE) position.key ^= tables.en_passant[position.en_passant];
    position.en_passant = NO_SQUARE;
    position.turn ^= 1;
    position.halfmoves++;
}

// Targets of the piece on a square, not counting castling.
DEVICE Bitboard targets(const Tables &tables, const Position &position, int square, bool captures_only) {
    int us = position.turn, role = role_at(position, square);
    Bitboard all = occupied(position), bit = Bitboard(1) << square, found = 0;
    if (role == PAWN) {
        Bitboard empty = ~all;
        Bitboard one = (us == WHITE ? bit << 8 : bit >> 8) & empty;
        Bitboard third = us == WHITE ? Bitboard(0xff0000) : Bitboard(0xff0000000000);
        Bitboard two = (us == WHITE ? (one & third) << 8 : (one & third) >> 8) & empty;
        Bitboard last = Bitboard(0xff000000000000ff);
        Bitboard enemies = position.colors[us ^ 1];
        if (position.en_passant < NO_SQUARE) enemies |= Bitboard(1) << position.en_passant;
        found = captures_only ? one & last : one | two;
        return found | (tables.steps[us == WHITE ? WHITE_PAWN_STEPS : BLACK_PAWN_STEPS][square] & enemies);
    }
    if (role == BISHOP || role == QUEEN) found |= diagonal_attacks(tables, all, square);
    if (role == ROOK || role == QUEEN) found |= straight_attacks(tables, all, square);
    if (role == KNIGHT) found = tables.steps[KNIGHT_STEPS][square];
    if (role == KING) found = tables.steps[KING_STEPS][square];
    return found & (captures_only ? position.colors[us ^ 1] : ~position.colors[us]);
}

// Writes the pseudo-legal moves, promotions to queen and knight only, and returns their number.
DEVICE int generate(const Tables &tables, const Position &position, bool captures_only, Move *moves) {
    int us = position.turn, count = 0;
    Bitboard ours = position.colors[us], all = occupied(position);
    for (int start = 0; start < 64; start += WIDTH) {
        int square = start + lane();
        bool is_ours = ours >> square & 1;
        Bitboard found = is_ours ? targets(tables, position, square, captures_only) : 0;
        bool promotes = is_ours && (position.roles[PAWN] >> square & 1) && square / 8 == (us == WHITE ? 6 : 1);
        int total, at = prefix_sum(bit_count(found) * (promotes ? 2 : 1), total) + count;
        for (; found; found &= found - 1) {
            int to = first_bit(found);
            if (promotes) {
                moves[at++] = make_move(square, to, QUEEN + 1);
                moves[at++] = make_move(square, to, KNIGHT + 1);
            } else {
                moves[at++] = make_move(square, to, 0);
            }
        }
        count += total;
    }
    int king = us == WHITE ? 4 : 60;
    if (!captures_only && (position.castling >> (2 * us) & 3) && !is_attacked(tables, position, king, us ^ 1)) {
        bool kingside = (position.castling >> (2 * us) & 2) && !(all & Bitboard(0x60) << (56 * us)) &&
                        !is_attacked(tables, position, king + 1, us ^ 1);
        bool queenside = (position.castling >> (2 * us) & 1) && !(all & Bitboard(0x0e) << (56 * us)) &&
                         !is_attacked(tables, position, king - 1, us ^ 1);
        if (lane() == 0 && kingside) moves[count] = make_move(king, king + 2, CASTLING);
        count += kingside;
        if (lane() == 0 && queenside) moves[count] = make_move(king, king - 2, CASTLING);
        count += queenside;
    }
    sync_lanes();
    return count;
}

DEVICE int exchange_value(int role) {
    return role == PAWN ? 100 : role == KNIGHT || role == BISHOP ? 325 : role == ROOK ? 500 : role == QUEEN ? 975 : role == KING ? 20000 : 0;
}

// True if the static exchange evaluation (SEE) of a move is not negative. Moves may differ between lanes.
DEVICE bool see_is_not_negative(const Tables &tables, const Position &position, Move move) {
    int from = from_square(move), to = to_square(move);
    if (move_kind(move) != 0 || is_en_passant(position, move)) return true;
    int balance = exchange_value(role_at(position, to));
    balance = exchange_value(role_at(position, from)) - balance;
    if (balance <= 0) return true;
    Bitboard all = occupied(position) ^ Bitboard(1) << from;
    Bitboard queens = position.roles[QUEEN];
    Bitboard straight = position.roles[ROOK] | queens, diagonal = position.roles[BISHOP] | queens;
    Bitboard attacking = attackers(tables, position, all, to);
    int side = position.turn;
    bool result = true;
    while (true) {
        side ^= 1;
        attacking &= all;
        Bitboard mine = attacking & position.colors[side];
        if (!mine) return result;
        result = !result;
        int role = PAWN;
        while (!(mine & position.roles[role])) role++;
        if (role == KING) return attacking & position.colors[side ^ 1] ? !result : result;
        balance = exchange_value(role) - balance;
        if (balance < int(result)) return result;
        all ^= Bitboard(1) << first_bit(mine & position.roles[role]);
        if (role == PAWN || role == BISHOP || role == QUEEN) attacking |= diagonal_attacks(tables, all, to) & diagonal;
        if (role == ROOK || role == QUEEN) attacking |= straight_attacks(tables, all, to) & straight;
    }
}

inline Position starting_position(const Tables &tables) {
    Position position = {};
    const int back[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};
    for (int file = 0; file < 8; file++) {
        for (int color = WHITE; color <= BLACK; color++) {
            int squares[2] = {color * 56 + file, color == WHITE ? 8 + file : 48 + file};
            int roles[2] = {back[file], PAWN};
            for (int i = 0; i < 2; i++) {
                position.roles[roles[i]] |= Bitboard(1) << squares[i];
                position.colors[color] |= Bitboard(1) << squares[i];
                position.key ^= tables.pieces[color][roles[i]][squares[i]];
            }
        }
    }
    position.castling = 15;
    position.en_passant = NO_SQUARE;
    position.key ^= tables.castling[15];
    return position;
}

inline void fill_tables(Tables &tables) {
    const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const int steps[4][8][2] = {{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
                                {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}},
                                {{-1, 1}, {1, 1}},
                                {{-1, -1}, {1, -1}}};
    memset(&tables, 0, sizeof tables);
    for (int square = 0; square < 64; square++) {
        int file = square % 8, rank = square / 8;
        auto add = [&](Bitboard &bits, int df, int dr) {
            int f = file + df, r = rank + dr;
            if (f >= 0 && f < 8 && r >= 0 && r < 8 && (df || dr)) bits |= Bitboard(1) << (r * 8 + f);
        };
        for (int line = 0; line < 4; line++) {
            for (int n = -7; n <= 7; n++) add(tables.lines[line][square], n * directions[line][0], n * directions[line][1]);
        }
        for (int piece = 0; piece < 4; piece++) {
            for (int i = 0; i < 8; i++) add(tables.steps[piece][square], steps[piece][i][0], steps[piece][i][1]);
        }
    }
    uint64_t state = 20;
    for (auto &color : tables.pieces)
        for (auto &role : color)
            for (auto &key : role) key = next_random(state);
    for (auto &key : tables.castling) key = next_random(state);
    for (auto &key : tables.en_passant) key = next_random(state);
    tables.turn = next_random(state);
    for (int depth = 1; depth < 32; depth++) {
        for (int number = 1; number < 64; number++) {
            tables.reductions[depth][number] = uint8_t(0.6 + std::log(depth) * std::log(number) / 2.2);
        }
    }
}
