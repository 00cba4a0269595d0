// Plays games of the network against itself on a GPU, a warp for each game, and writes packed games.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 -DHIDDEN=256 -DBUCKETS=8 self_play.cu -o self_play
//     self_play NETWORK FOLDER SEED NODES SECONDS [GAMES]
//
// Compiled as C++ it plays one game after the other on the processor, for tests. docs/training.md has the recipe.

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "game.cuh"

constexpr int WARPS = 4;
constexpr uint64_t FILE_BYTES = 8000000;
// Room for the games in progress.
constexpr uint64_t RESERVED_BYTES = 1 << 24;

struct Settings {
    Position start;
    uint64_t seed, soft_nodes, games;
    const volatile int *stop;
};

// Plays games until it is told to stop or there are enough.
DEVICE void play_games(const Network &network, const Tables &tables, Frame *frames, GameMemory &memory, const Settings &settings, Output &output) {
    Search search = {&network, &tables, frames, &memory, 0, 0, 0, false};
    while (true) {
        // The first lane decides for all: they might read different values of the flag.
        uint64_t number = UINT64_MAX;
        bool has_room = *(const volatile uint64_t *)&output.bytes + RESERVED_BYTES <= output.capacity;
        if (lane() == 0 && has_room && !*settings.stop) number = fetch_add(&output.next_game, 1);
        number = broadcast(number);
        if (number >= settings.games) break;
        play_game(search, settings.start, settings.seed, number, settings.soft_nodes, output);
    }
}

#ifdef __CUDACC__

__global__ void __launch_bounds__(WARPS *WIDTH, 8)
    play_games_kernel(const Network *network, const Tables *tables, GameMemory *memories, Settings settings, Output *output) {
    __shared__ Frame frames[WARPS][MAX_PLY + 1];
    int warp = threadIdx.x / WIDTH;
    play_games(*network, *tables, frames[warp], memories[blockIdx.x * WARPS + warp], settings, *output);
}

static void check(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

template <typename T> static T *copy_to_device(const T *from, size_t count) {
    T *memory = nullptr;
    check(cudaMalloc(&memory, sizeof(T) * count), "allocate");
    if (from) check(cudaMemcpy(memory, from, sizeof(T) * count, cudaMemcpyHostToDevice), "copy");
    return memory;
}

// Plays games for some seconds, and brings them back.
static Output run(const Network &network, const Tables &tables, Settings settings, double seconds) {
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "device");
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, play_games_kernel, WARPS * WIDTH, 0), "occupancy");
    blocks *= device.multiProcessorCount;
    fprintf(stderr, "%s: %d games at once\n", device.name, blocks * WARPS);
    int *stop = nullptr;
    check(cudaHostAlloc(&stop, sizeof(int), cudaHostAllocMapped), "flag");
    *stop = 0;
    int *device_stop = nullptr;
    check(cudaHostGetDevicePointer(&device_stop, stop, 0), "flag");
    settings.stop = device_stop;
    Output output = {};
    output.capacity = uint64_t(8) << 30;
    output.packed = copy_to_device<uint8_t>(nullptr, output.capacity);
    Output *device_output = copy_to_device(&output, 1);
    GameMemory *memories = copy_to_device<GameMemory>(nullptr, blocks * WARPS);
    play_games_kernel<<<blocks, WARPS * WIDTH>>>(copy_to_device(&network, 1), copy_to_device(&tables, 1), memories, settings, device_output);
    check(cudaGetLastError(), "start");
    auto started = std::chrono::steady_clock::now();
    while (cudaStreamQuery(0) == cudaErrorNotReady) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
        if (passed.count() >= seconds) *(volatile int *)stop = 1;
    }
    check(cudaDeviceSynchronize(), "play");
    check(cudaMemcpy(&output, device_output, sizeof output, cudaMemcpyDeviceToHost), "copy");
    uint8_t *packed = (uint8_t *)malloc(output.bytes + 1);
    check(cudaMemcpy(packed, output.packed, output.bytes, cudaMemcpyDeviceToHost), "copy");
    output.packed = packed;
    return output;
}

#else

static Output run(const Network &network, const Tables &tables, Settings settings, double seconds) {
    static Frame frames[MAX_PLY + 1];
    GameMemory *memory = (GameMemory *)calloc(1, sizeof(GameMemory));
    int stop = 0;
    settings.stop = &stop;
    Output output = {};
    output.capacity = uint64_t(1) << 26;
    output.packed = (uint8_t *)malloc(output.capacity);
    std::thread timer([&] {
        for (auto started = std::chrono::steady_clock::now(); output.next_game < settings.games;) {
            std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
            if (passed.count() >= seconds) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        *(volatile int *)&stop = 1;
    });
    play_games(network, tables, frames, *memory, settings, output);
    timer.join();
    return output;
}

#endif

// Writes the games into files of limited size, as `game_files.rs` does.
static void write(const Output &output, const std::string &folder, uint64_t seed) {
    mkdir(folder.c_str(), 0777);
    uint64_t at = 0;
    for (int number = 0; at < output.bytes; number++) {
        char name[24];
        snprintf(name, sizeof name, "/%05d.games", number);
        FILE *file = fopen((folder + name).c_str(), "wb");
        bool ok = file && fwrite("HPGAMES1", 8, 1, file) == 1 && fwrite(&seed, 8, 1, file) == 1;
        uint64_t end = at;
        while (end < output.bytes && end - at < FILE_BYTES) {
            end += HEADER_BYTES + 4 * (output.packed[end + 30] | output.packed[end + 31] << 8);
        }
        ok = ok && fwrite(output.packed + at, end - at, 1, file) == 1 && fclose(file) == 0;
        if (!ok) {
            fprintf(stderr, "%s%s: cannot be written\n", folder.c_str(), name);
            exit(1);
        }
        at = end;
    }
}

int main(int argc, char **argv) {
    if (argc < 6) {
        fprintf(stderr, "usage: self_play NETWORK FOLDER SEED NODES SECONDS [GAMES]\n");
        return 2;
    }
    static Network network;
    static Tables tables;
    read_network(argv[1], network);
    fill_tables(tables);
    uint64_t seed = strtoull(argv[3], nullptr, 10), nodes = strtoull(argv[4], nullptr, 10);
    if (nodes == 0) {
        fprintf(stderr, "NODES must be at least 1\n");
        return 2;
    }
    if (access((std::string(argv[2]) + "/00000.games").c_str(), F_OK) == 0) {
        fprintf(stderr, "%s has games already\n", argv[2]);
        return 2;
    }
    uint64_t games = argc > 6 ? strtoull(argv[6], nullptr, 10) : UINT64_MAX;
    Settings settings = {starting_position(tables), seed, nodes, games, nullptr};
    auto started = std::chrono::steady_clock::now();
    Output output = run(network, tables, settings, strtod(argv[5], nullptr));
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
    write(output, argv[2], seed);
    fprintf(stderr, "games %llu positions %llu nodes %llu seconds %.1f positions/s %.0f nodes/s %.0f\n", (unsigned long long)output.games,
            (unsigned long long)output.positions, (unsigned long long)output.nodes, passed.count(), output.positions / passed.count(),
            output.nodes / passed.count());
    return 0;
}
