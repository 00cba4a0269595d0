in vec3 world_position;
in vec3 world_normal;
in vec3 local_position;
uniform vec3 pale;
uniform vec3 deep;
uniform vec3 glow;
uniform float seed;
uniform float roughness;
uniform float ground;
uniform vec3 squares[2];
uniform vec3 frame_color;
#if LEVEL == HIGH
uniform vec4 contacts[32];
uniform int contact_count;
#endif
uniform bool is_mirrored;
out vec4 color;

// Light reflected by the board at a point, for reflections that look down.
vec3 floor_light(vec2 at, float blur) {
  vec2 wave = clamp((abs(fract(at * 0.5 + 0.25) - 0.5) - 0.25) * 4.0 / blur, -1.0, 1.0);
  vec3 board = mix(squares[0], squares[1], 0.5 + 0.5 * wave.x * wave.y);
  vec3 here = mix(board, frame_color, smoothstep(3.95, 4.05, max(abs(at.x), abs(at.y))));
  return here * (sunlight * 0.17 + environment_light(vec3(0.0, 1.0, 0.0), 4.6));
}

void main() {
  vec3 n = normalize(world_normal);
  vec3 v = normalize(eye - world_position);
  vec3 p = local_position + vec3(seed * 3.7, seed, seed * 1.9);
  vec3 albedo = material == 0 ? wood(p, pale, deep) : material == 1 ? marble(p * 1.6, pale, deep) : glaze(p * 3.0, pale, mix(pale, deep, 0.6));
  // Ambient occlusion by the board, strongest from below, and by other pieces.
  float above = max(world_position.y - ground, 0.0);
  float openness = 1.0 - 0.6 * exp(-above * 3.4) * (0.6 - 0.4 * n.y);
#if LEVEL == HIGH
  for (int i = 0; i < contact_count; i++) {
    vec2 away = contacts[i].xy - world_position.xz;
    float far = length(away);
    float facing = 0.5 + 0.5 * dot(n.xz, away / max(far, 0.01));
    openness *= 1.0 - 0.5 * facing * exp(-far * 1.3) * smoothstep(0.3, 0.6, far) * smoothstep(1.5, 0.2, above);
  }
#endif
  vec4 near = vec4(0.0);
#if LEVEL != LOW
  vec3 r = reflect(-v, n);
  float travel = above / max(-r.y, 0.02);
  near.rgb = floor_light(world_position.xz + r.xz * travel, 0.15 + travel * roughness * 1.5) * (0.25 + 0.75 * smoothstep(0.0, 0.5, travel));
  near.a = smoothstep(0.02, 0.3, -r.y);
#endif
  float coat = material == 2 ? 0.09 : 0.045;
  vec3 light = shade_surface(albedo, roughness, coat, n, world_position, openness, near);
  // Light bounced by the board.
  light += albedo * floor_light(world_position.xz + n.xz * 0.5, 2.0) * openness * 0.45 * max(0.25 - n.y * 0.75, 0.0) * exp(-above * 0.9);
  // Subsurface scattering of marble.
  if (material == 1) light += albedo * sunlight * 0.05 * (0.6 - 0.4 * dot(n, sun));
  float rim = pow(1.0 - clamp(dot(n, v), 0.0, 1.0), 2.2);
  light += glow * (0.1 + 1.6 * rim);
  // Stored as square root, like the environment map.
  color = is_mirrored ? vec4(sqrt(light / 9.0), 1.0) : tone_map(light);
}
