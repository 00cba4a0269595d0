//! The board in space: a Staunton set on a board, in three looks, drawn with WebGL 2 on a canvas of the page. A module of its
//! own, loaded when it is first wanted.
//!
//! ```
//! use board3d::{Camera, Quality, middle, piece};
//! use rules::{Role, Square};
//!
//! let knight = piece(Role::Knight, Quality::Low);
//! assert!(knight.triangles.len() < 10_000);
//!
//! let spot = Camera::HOME.spot(middle(Square::E4), 1.0);
//! assert_eq!(Camera::HOME.pick(spot, 1.0, &[]), Some(Square::E4));
//! ```
//!
//! # Layout
//! - [`Board`]: what the page's script may call. `painter`, `gl` and the shaders put a frame on the canvas.
//! - [`Stage`]: where every piece is at a moment; `fallen` is how a mated king lies. `swing` moves the eye, `pace` chooses the level of quality.
//! - [`Camera`]: what is seen where, and what lies under a pointer.
//! - [`piece`]: the set. `turned` and `knight` are the pieces, `lathe`, `clay` and `nets` the tools they are made with.

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
pub use piece_meshes::{Quality, piece_mesh};
pub use theme::Theme;
pub use vector::{Vec3, vec3};
