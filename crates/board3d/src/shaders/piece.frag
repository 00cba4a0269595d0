in vec3 place;
in vec3 outside;
in vec3 local;
uniform vec3 pale;
uniform vec3 deep;
uniform vec3 glow;
uniform float seed;
uniform float rough;
uniform float ground;
out vec4 color;

void main() {
  vec3 n = normalize(outside);
  vec3 p = local + vec3(seed * 3.7, seed, seed * 1.9);
  vec3 albedo = stuff == 0 ? wood(p, pale, deep) : stuff == 1 ? marble(p * 1.6, pale, deep) : mix(pale, deep, cloud(p * 3.0) * 0.35);
  // Near the board less of the room is seen, least of all from below; and there is felt under the foot.
  float above = max(place.y - ground, 0.0);
  float open = 1.0 - 0.62 * exp(-above * 3.2) * (0.62 - 0.38 * n.y);
  float coat = stuff == 2 ? 0.09 : 0.045;
  vec3 light = shine(albedo, rough, coat, n, place, open);
  // Some light comes through marble.
  if (stuff == 1) light += albedo * sunlight * 0.05 * (0.6 - 0.4 * dot(n, sun));
  float rim = pow(1.0 - clamp(dot(n, normalize(eye - place)), 0.0, 1.0), 2.2);
  color = tone(light + glow * (0.1 + 1.6 * rim));
}
