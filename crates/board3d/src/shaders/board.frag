in vec3 world_position;
in vec3 world_normal;
in vec3 local_position;
uniform vec3 pale_square[2];
uniform vec3 dark_square[2];
uniform vec3 frame[2];
uniform vec3 ink;
uniform highp usampler2D marks;
uniform sampler2D letters;
#if LEVEL != LOW
uniform sampler2D reflection;
uniform float blur;
uniform vec4 contacts[32];
uniform int contact_count;
#endif
out vec4 color;

const vec3 GREEN = vec3(0.10, 0.72, 0.22);
const vec3 RED = vec3(0.95, 0.10, 0.07);
const vec3 GOLD = vec3(1.0, 0.72, 0.12);
const vec3 BLUE = vec3(0.16, 0.42, 1.0);
const vec3 ORANGE = vec3(1.0, 0.42, 0.04);

vec3 material_color(vec3 p, vec3 tones[2]) {
  if (material == 0) return wood(p, tones[0], tones[1]);
  if (material == 1) return marble(p, tones[0], tones[1]);
  return glaze(p * 2.2, tones[0], tones[1]);
}

// Coverage of the coordinate labels at a point of the frame.
float label_coverage(vec3 p) {
  bool is_side = abs(p.x) > abs(p.z);
  float band = is_side ? p.x : p.z;
  float along = is_side ? p.z : p.x;
  if (abs(along) > 4.0 || abs(band) < 4.1 || abs(band) > 4.56) return 0.0;
  vec2 at = vec2(fract(along + 4.0) - 0.5, (abs(band) - 4.33));
  float which = is_side ? 8.0 + floor(4.0 - along) : floor(along + 4.0);
  // Labels on two sides face White, those on the others Black.
  vec2 white = is_side ? vec2(-at.y, at.x) : at;
  vec2 black = is_side ? vec2(-at.y, -at.x) : vec2(-at.x, at.y);
  vec2 uv = (is_side ? band < 0.0 : band > 0.0) ? white : black;
  uv = uv / 0.4 + 0.5;
  if (any(lessThan(uv, vec2(0.02))) || any(greaterThan(uv, vec2(0.98)))) return 0.0;
  return textureLod(letters, vec2((which + uv.x) / 16.0, uv.y), 0.0).r;
}

void blend(inout vec3 light, vec3 paint, float amount) {
  light = mix(light, paint, clamp(amount, 0.0, 1.0));
}

// An antialiased band at a distance from the centre.
float band(float d, float at, float width) {
  return smoothstep(width, width * 0.55, abs(d - at));
}

void mark(inout vec3 light, vec2 u, uint bits) {
  float d = length(u);
  float square = max(abs(u.x), abs(u.y));
  float inside = smoothstep(0.5, 0.485, square);
  // Marble needs stronger tints than wood.
  bool is_marble = material == 1;
  float tint = is_marble ? 1.7 : 1.0;
  if ((bits & 1u) != 0u) blend(light, GOLD * 0.75, 0.26 * tint * inside);
  if ((bits & 2u) != 0u) blend(light, GOLD * 0.85, 0.42 * tint * inside);
  if ((bits & 1024u) != 0u) blend(light, BLUE * 0.8, 0.64 * inside);
  if ((bits & 4096u) != 0u) blend(light, ORANGE * 0.7, 0.3 * inside);
  if ((bits & 2048u) != 0u) blend(light, ORANGE, 0.9 * band(d, 0.43, 0.045));
  if ((bits & 64u) != 0u) blend(light, RED * 1.2, 0.9 * smoothstep(0.7, 0.3, d));
  if ((bits & 128u) != 0u) blend(light, RED * 0.9, 0.88 * inside);
  if ((bits & 4u) != 0u) blend(light, GREEN * 0.9, 0.5 * inside);
  if ((bits & 8u) != 0u) blend(light, GREEN, 0.95 * smoothstep(0.175, 0.15, d) + 0.28 * inside);
  if (is_marble && (bits & 8u) != 0u) blend(light, vec3(0.75, 1.2, 0.8), 0.9 * band(d, 0.19, 0.035));
  // A capture has a shape of its own (a frame with cut corners), not only another colour.
  if ((bits & 16u) != 0u) blend(light, RED, 0.95 * inside * smoothstep(0.40, 0.415, d * 0.86) + 0.28 * inside);
  if ((bits & 32u) != 0u) blend(light, GREEN, 0.95 * band(square, 0.42, 0.05) + 0.2 * inside);
  if ((bits & 256u) != 0u) blend(light, vec3(1.0, 0.95, 0.8) * 1.1, 0.8 * band(square, 0.46, 0.04) + 0.16 * inside);
  if ((bits & 512u) != 0u) blend(light, vec3(1.0) * 1.1, 0.95 * band(square, 0.455, 0.045));
  if ((bits & 8192u) != 0u) blend(light, vec3(0.2, 0.55, 1.0) * 1.2, 0.95 * band(square, 0.45, 0.05));
}

void main() {
  vec3 n = normalize(world_normal);
  vec3 p = world_position;
  bool is_top = n.y > 0.9;
  bool is_square = is_top && max(abs(p.x), abs(p.z)) < 4.0;
  float openness = 1.0;
  vec4 seen = vec4(0.0);
#if LEVEL != LOW
  // Reflections of the pieces.
  if (is_top) seen = textureLod(reflection, gl_FragCoord.xy / viewport, blur);
  for (int i = 0; i < contact_count; i++) {
    vec2 away = p.xz - contacts[i].xy;
    openness *= 1.0 - contacts[i].w * exp(-dot(away, away) / (contacts[i].z * contacts[i].z) * 0.9);
  }
#endif
  vec3 albedo;
  float roughness;
  vec2 u = fract(p.xz) - 0.5;
  ivec2 cell = ivec2(floor(vec2(p.x + 4.0, 4.0 - p.z)));
  if (is_square) {
    bool is_dark = ((cell.x + cell.y) & 1) == 0;
    float piece = float(cell.x * 8 + cell.y);
    vec3 q = vec3(p.x, 0.3, p.z);
    // Every square samples another part of the texture, with the grain along the board.
    vec3 from = material == 0 ? q.yzx + vec3(piece * 0.37, piece * 1.31, piece * 0.21) : q * 0.9 + piece * 2.3;
    albedo = is_dark ? material_color(from, dark_square) : material_color(from, pale_square);
    float gap = max(abs(u.x), abs(u.y));
    albedo *= 1.0 - 0.45 * smoothstep(0.488, 0.498, gap);
    roughness = material == 0 ? 0.38 : 0.2;
  } else {
    bool is_side = abs(p.x) > abs(p.z);
    vec3 q = is_side ? p.yzx : p.zxy;
    albedo = material_color(material == 0 ? q * 0.8 + 20.0 : p * 0.7 + 11.0, frame);
    roughness = material == 0 ? 0.34 : 0.2;
    if (is_top) {
      float edge = max(abs(p.x), abs(p.z));
      albedo = mix(albedo, ink, 0.75 * smoothstep(0.014, 0.008, abs(edge - 4.085)));
      albedo = mix(albedo, ink, label_coverage(p));
      // Mitred corners.
      albedo *= 1.0 - 0.35 * smoothstep(0.012, 0.004, abs(abs(p.x) - abs(p.z)));
    }
  }
  vec3 root = seen.rgb / max(seen.a, 0.01);
  vec3 light = shade_surface(albedo, roughness, 0.04, n, p, openness, vec4(root * root * 9.0, seen.a));
  if (is_square) mark(light, u, texelFetch(marks, cell, 0).r);
  color = tone_map(light);
}
