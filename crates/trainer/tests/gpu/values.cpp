// Prints perft of the starting position and of Kiwipete, and the values of all positions of a file of packed games, computed by the code for GPUs.

#include <vector>

#include "../../gpu/game.cuh"

static Network network;
static Tables tables;

static uint64_t perft(const Position &position, int depth) {
    if (depth == 0) return 1;
    Move moves[MAX_MOVES];
    uint64_t nodes = 0;
    int count = generate(tables, position, false, moves);
    for (int i = 0; i < count; i++) {
        Position next = position;
        play(tables, next, moves[i]);
        if (!is_check(tables, next, position.turn)) nodes += perft(next, depth - 1);
    }
    return nodes;
}

static Position unpack(const uint8_t *bytes) {
    Position position = {};
    Bitboard all = 0;
    memcpy(&all, bytes, 8);
    int index = 0;
    for (Bitboard rest = all; rest; rest &= rest - 1, index++) {
        int code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        toggle(tables, position, code >> 3, (code & 7) - 1, first_bit(rest));
    }
    position.turn = bytes[24] & 1;
    position.castling = bytes[24] >> 1;
    position.en_passant = bytes[25] == 8 ? NO_SQUARE : bytes[25] + (position.turn == WHITE ? 40 : 16);
    position.halfmoves = bytes[26];
    return position;
}

// r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -: castling to both sides and captures en passant.
static Position kiwipete() {
    const char *squares = "R...K..RPPPBBPPP..N..Q.p.p..P......PN...bn..pnp.p.ppqpb.r...k..r";
    const char *roles = "pnbrqk";
    Position position = {};
    for (int square = 0; square < 64; square++) {
        char piece = squares[square];
        if (piece != '.') toggle(tables, position, piece >= 'a' ? BLACK : WHITE, int(strchr(roles, piece | 32) - roles), square);
    }
    position.castling = 15;
    position.en_passant = NO_SQUARE;
    return position;
}

int main(int, char **words) {
    read_network(words[1], network);
    fill_tables(tables);
    printf("perft %llu\n", (unsigned long long)perft(starting_position(tables), 4));
    printf("perft %llu\n", (unsigned long long)perft(kiwipete(), 3));
    FILE *file = fopen(words[2], "rb");
    std::vector<uint8_t> bytes(1 << 24);
    bytes.resize(fread(bytes.data(), 1, bytes.size(), file));
    Accumulator hidden[2];
    for (size_t at = 16; at < bytes.size();) {
        Position position = unpack(&bytes[at]);
        int length = bytes[at + 30] | bytes[at + 31] << 8;
        accumulate(network, nullptr, nullptr, position, hidden[0]);
        for (int ply = 0; ply < length; ply++) {
            printf("%d\n", evaluate(network, position, hidden[ply % 2]));
            const uint8_t *entry = &bytes[at + HEADER_BYTES + 4 * ply];
            Position before = position;
            play(tables, position, entry[0] | entry[1] << 8);
            accumulate(network, &before, &hidden[ply % 2], position, hidden[(ply + 1) % 2]);
        }
        at += HEADER_BYTES + 4 * length;
    }
    return 0;
}
