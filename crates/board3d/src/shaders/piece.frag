in vec3 place;
in vec3 outside;
in vec3 local;
uniform vec3 pale;
uniform vec3 deep;
uniform vec3 glow;
uniform float seed;
uniform float rough;
uniform float ground;
uniform vec3 squares[2];
uniform vec3 beside;
#if LEVEL == HIGH
uniform vec4 men[32];
uniform int men_count;
#endif
uniform bool is_mirrored;
out vec4 color;

// Light reflected by the board at a point, for reflections that look down.
vec3 floor_light(vec2 at, float blur) {
  vec2 wave = clamp((abs(fract(at * 0.5 + 0.25) - 0.5) - 0.25) * 4.0 / blur, -1.0, 1.0);
  vec3 board = mix(squares[0], squares[1], 0.5 + 0.5 * wave.x * wave.y);
  vec3 here = mix(board, beside, smoothstep(3.95, 4.05, max(abs(at.x), abs(at.y))));
  return here * (sunlight * 0.17 + around(vec3(0.0, 1.0, 0.0), 4.6));
}

void main() {
  vec3 n = normalize(outside);
  vec3 v = normalize(eye - place);
  vec3 p = local + vec3(seed * 3.7, seed, seed * 1.9);
  vec3 albedo = stuff == 0 ? wood(p, pale, deep) : stuff == 1 ? marble(p * 1.6, pale, deep) : glaze(p * 3.0, pale, mix(pale, deep, 0.6));
  // Ambient occlusion by the board, strongest from below, and by other pieces.
  float above = max(place.y - ground, 0.0);
  float open = 1.0 - 0.6 * exp(-above * 3.4) * (0.6 - 0.4 * n.y);
#if LEVEL == HIGH
  for (int i = 0; i < men_count; i++) {
    vec2 away = men[i].xy - place.xz;
    float far = length(away);
    float facing = 0.5 + 0.5 * dot(n.xz, away / max(far, 0.01));
    open *= 1.0 - 0.5 * facing * exp(-far * 1.3) * smoothstep(0.3, 0.6, far) * smoothstep(1.5, 0.2, above);
  }
#endif
  vec4 near = vec4(0.0);
#if LEVEL != LOW
  vec3 r = reflect(-v, n);
  float way = above / max(-r.y, 0.02);
  near.rgb = floor_light(place.xz + r.xz * way, 0.15 + way * rough * 1.5) * (0.25 + 0.75 * smoothstep(0.0, 0.5, way));
  near.a = smoothstep(0.02, 0.3, -r.y);
#endif
  float coat = stuff == 2 ? 0.09 : 0.045;
  vec3 light = shine(albedo, rough, coat, n, place, open, near);
  // Light bounced by the board.
  light += albedo * floor_light(place.xz + n.xz * 0.5, 2.0) * open * 0.45 * max(0.25 - n.y * 0.75, 0.0) * exp(-above * 0.9);
  // Subsurface scattering of marble.
  if (stuff == 1) light += albedo * sunlight * 0.05 * (0.6 - 0.4 * dot(n, sun));
  float rim = pow(1.0 - clamp(dot(n, v), 0.0, 1.0), 2.2);
  light += glow * (0.1 + 1.6 * rim);
  // Stored as square root, like the environment map.
  color = is_mirrored ? vec4(sqrt(light / 9.0), 1.0) : tone(light);
}
