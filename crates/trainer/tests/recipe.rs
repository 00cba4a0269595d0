//! The whole recipe on a tiny scale: games, training, export, and the engine with the network.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use engine::{Engine, Limits, Network, NeverStop, Options, Score, SearchPosition};
use rng::Rng;
use rules::cpu::{self, Tier};
use rules::{Color, Position};
use trainer::float_network::{FloatNetwork, Shape};
use trainer::generate::Generator;
use trainer::train::{Training, best_scale};
use trainer::training_position::TrainingSet;

/// Value of a position by the definition in `docs/training.md`, from the bytes of the network file.
fn reference_value(network: &[u8], position: &Position) -> i32 {
    let number = |at: usize| i64::from(i16::from_le_bytes([network[at], network[at + 1]]));
    let (hidden, buckets, scale) = (number(8) as usize, number(10) as usize, number(12));
    let weight = |index: usize| number(14 + 2 * index);
    let (biases, outputs) = (768 * hidden, 769 * hidden);
    let pieces = position.board().occupied().count() as usize;
    let bucket = ((pieces - 2) * buckets / 31).min(buckets - 1);
    let mut sum = 0;
    for (half, side) in [position.turn(), !position.turn()].into_iter().enumerate() {
        let flip = if side == Color::White { 0 } else { 56 };
        let flip = flip ^ if position.king(side) as usize % 8 >= 4 { 7 } else { 0 };
        for neuron in 0..hidden {
            let mut value = weight(biases + neuron);
            for (square, piece) in position.board().iter() {
                let color = if piece.color == side { 0 } else { 384 };
                let feature = color + (piece.role as usize - 1) * 64 + (square as usize ^ flip);
                value += weight(feature * hidden + neuron);
            }
            let value = value.clamp(0, 255);
            sum += value * value * weight(outputs + (bucket * 2 + half) * hidden + neuron);
        }
    }
    let at = 14 + 2 * (outputs + buckets * 2 * hidden) + 4 * bucket;
    let bias = i32::from_le_bytes(network[at..at + 4].try_into().unwrap());
    let value = ((sum / 255 + i64::from(bias)) * scale / (255 * 64)) as i32;
    value * (220 - i32::from(position.halfmoves().min(100))) / 220
}

/// Positions of random games.
fn random_positions(count: usize) -> Vec<Position> {
    let mut rng = Rng::new(5);
    let mut positions = Vec::new();
    let mut position = Position::start();
    while positions.len() < count {
        let moves = position.legal_moves();
        let is_over =
            moves.is_empty() || position.halfmoves() > 60 || position.board().occupied().count() < 8;
        position =
            if is_over { Position::start() } else { position.play(moves[rng.index(moves.len())]).unwrap() };
        positions.push(position);
    }
    positions
}

/// The engine with the network computes what the definition says, on every tier.
fn check_values(network: &[u8]) {
    let positions = random_positions(600);
    for tier in Tier::ALL.into_iter().filter(|&tier| tier <= Tier::detect()) {
        cpu::limit(tier);
        let loaded = Some(Arc::new(Network::from_bytes(network).unwrap()));
        let mut engine = Engine::with_network(Options { hash: 1, ..Options::default() }, loaded);
        for position in &positions {
            let value = engine.evaluate(&SearchPosition::new(*position));
            let expected = Score::Centipawns(reference_value(network, position));
            assert_eq!(value, expected, "{} {}", tier.name(), position.setup());
        }
    }
}

/// The search visits the same nodes on every tier.
fn check_nodes(network: &[u8]) {
    let mut nodes = Vec::new();
    for tier in Tier::ALL.into_iter().filter(|&tier| tier <= Tier::detect()) {
        cpu::limit(tier);
        let loaded = Some(Arc::new(Network::from_bytes(network).unwrap()));
        let mut engine = Engine::with_network(Options { hash: 1, ..Options::default() }, loaded);
        let root = SearchPosition::new(Position::start());
        let result = engine.search(&root, &Limits::depth(7), &NeverStop, &mut |_| {});
        nodes.push((result.nodes, result.best_move, result.score));
    }
    assert!(nodes[0].0 > 500);
    assert!(nodes.iter().all(|found| *found == nodes[0]), "{nodes:?}");
}

#[test]
fn games_become_a_network_that_the_engine_evaluates_with() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recipe");
    fs::remove_dir_all(&folder).ok();
    let generator = Generator {
        network: None,
        directory: folder.clone(),
        seed: 1,
        nodes: 80,
        threads: 2,
        games: Some(60),
        file_bytes: 1_000_000,
    };
    generator.run(&mut |_| true).unwrap();
    let (set, count) = TrainingSet::read(&folder, 2).unwrap();
    assert_eq!(count.games, 60);
    assert!(set.training.len() > 1_000 && !set.validation.is_empty());

    let training = Training {
        shape: Shape { hidden: 32, buckets: 4 },
        epochs: 4,
        batch_size: 128,
        rate: 0.003,
        result_weight: 0.3,
        threads: 2,
        seed: 1,
    };
    let scale = best_scale(&set.training);
    let mut losses = Vec::new();
    let network = training.run(&set, scale, &mut |epoch| losses.push(epoch.validation_loss));
    assert!(losses[4] < 0.8 * losses[0], "{losses:?}");
    let alone = Training { threads: 1, ..training }.run(&set, scale, &mut |_| {});
    assert!(network == alone, "the number of threads matters");

    let bytes = network.quantised(scale);
    check_values(&bytes);
    check_nodes(&bytes);
    check_values(&FloatNetwork::random(Shape { hidden: 64, buckets: 8 }, 9).quantised(400));
}

#[test]
fn damaged_network_files_are_errors() {
    let bytes = FloatNetwork::random(Shape { hidden: 32, buckets: 1 }, 1).quantised(400);
    assert!(Network::from_bytes(&bytes).is_ok());
    for end in [0, 7, 14, bytes.len() - 1] {
        assert!(Network::from_bytes(&bytes[..end]).is_err(), "{end}");
    }
    assert!(Network::from_bytes(&[bytes.as_slice(), &[0]].concat()).is_err());
    let mut other = bytes.clone();
    other[8] = 31;
    assert!(Network::from_bytes(&other).is_err());
}
