in vec3 world_position;
in vec3 world_normal;
in vec3 local_position;
uniform vec3 table_color;
#if LEVEL != LOW
uniform vec4 contacts[32];
uniform int contact_count;
#endif
out vec4 color;

void main() {
  vec3 p = world_position;
  float away = length(max(abs(p.xz) - 4.5, 0.0));
  float openness = 1.0 - 0.72 * exp(-away * 1.5);
#if LEVEL != LOW
  for (int i = 0; i < contact_count; i++) {
    vec2 off = p.xz - contacts[i].xy;
    openness *= 1.0 - contacts[i].w * exp(-dot(off, off) / (contacts[i].z * contacts[i].z) * 1.2);
  }
#endif
  vec3 albedo;
  float roughness;
  if (material == 0) {
    // Dark planks.
    float plank = floor(p.z / 2.3 + 0.5);
    albedo = wood(vec3(p.z * 0.6, p.x * 0.6, plank) + vec3(plank * 7.3, plank * 3.1, 0.0), table_color * 1.35, table_color * 0.55);
    albedo *= 1.0 - 0.6 * smoothstep(0.012, 0.0, abs(fract(p.z / 2.3) - 0.5));
    // Far away the grain is finer than a pixel.
    albedo = mix(albedo, table_color * 0.85, smoothstep(6.0, 13.0, length(p.xz)));
    roughness = 0.5;
  } else {
#if LEVEL == LOW
    albedo = table_color * 0.965;
#else
    float weave = 0.93 + 0.14 * noise(vec3(p.x * 3.0, 1.0, p.z * 3.0)) * noise(vec3(p.x * 61.0, 2.0, p.z * 61.0));
    albedo = table_color * weave;
#endif
    roughness = 0.85;
  }
  vec3 light = shade_surface(albedo, roughness, 0.03, vec3(0.0, 1.0, 0.0), p, openness, vec4(far_color, 0.6));
  color = tone_map(mix(light, far_color, smoothstep(7.0, 24.0, length(p.xz))));
}
