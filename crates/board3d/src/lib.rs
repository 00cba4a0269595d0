//! The 3D board: a Staunton set in three themes, drawn with WebGL 2. A WebAssembly module of its own that the
//! page loads on first use.
//!
//! ```
//! use board3d::{Camera, Quality, piece_mesh, square_center};
//! use rules::{Role, Square};
//!
//! let knight = piece_mesh(Role::Knight, Quality::Low);
//! assert!(knight.triangles.len() < 10_000);
//!
//! let point = Camera::HOME.project(square_center(Square::E4), 1.0);
//! assert_eq!(Camera::HOME.pick(point, 1.0, &[]), Some(Square::E4));
//! ```
//!
//! # Layout
//! - [`Board`]: the interface for the page's script. `renderer`, `gl` and the shaders draw a frame.
//! - [`PieceAnimator`]: poses of all pieces at a time; `fallen_king` is the pose of a mated king.
//!   `camera_transition` moves the camera; `quality` adapts the quality level to the frame rate.
//! - [`Camera`]: projection and picking.
//! - [`piece_mesh`]: the pieces. `turned_pieces` and `knight` model them with `lathe` (surfaces of
//!   revolution), `sdf` (distance functions) and `surface_nets` (meshing).
//! - `overlay`: arrows and circles. `theme`: materials and light. `board_mesh`: board and table.

mod board;

mod animation;
mod fallen_king;
mod camera;
mod camera_transition;
mod quality;

mod renderer;
mod gl;
mod theme;
mod board_mesh;
mod overlay;

mod piece_meshes;
mod turned_pieces;
mod knight;
mod lathe;
mod sdf;
mod surface_nets;
mod mesh;
mod vector;

pub use animation::{Glow, Millis, Motion, PieceAnimator, PieceInstance, Pose};
pub use board::{Board, PointerPhase};
pub use camera::{Camera, Matrix, Pickable, ScreenPoint, square_at, square_center};
pub use mesh::{Mesh, Vertex};
pub use piece_meshes::piece_mesh;
pub use quality::Quality;
pub use theme::Theme;
pub use vector::{Vec3, vec3};
