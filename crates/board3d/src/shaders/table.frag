in vec3 place;
in vec3 outside;
in vec3 local;
uniform vec3 cloth;
#if LEVEL != LOW
uniform vec4 men[32];
uniform int men_count;
#endif
out vec4 color;

void main() {
  vec3 p = place;
  float away = length(max(abs(p.xz) - 4.5, 0.0));
  float open = 1.0 - 0.72 * exp(-away * 1.5);
#if LEVEL != LOW
  for (int i = 0; i < men_count; i++) {
    vec2 off = p.xz - men[i].xy;
    open *= 1.0 - men[i].w * exp(-dot(off, off) / (men[i].z * men[i].z) * 1.2);
  }
#endif
  vec3 albedo;
  float rough;
  if (stuff == 0) {
    // Dark planks.
    float plank = floor(p.z / 2.3 + 0.5);
    albedo = wood(vec3(p.z * 0.6, p.x * 0.6, plank) + vec3(plank * 7.3, plank * 3.1, 0.0), cloth * 1.35, cloth * 0.55);
    albedo *= 1.0 - 0.6 * smoothstep(0.012, 0.0, abs(fract(p.z / 2.3) - 0.5));
    // Far away the grain is finer than a pixel.
    albedo = mix(albedo, cloth * 0.85, smoothstep(6.0, 13.0, length(p.xz)));
    rough = 0.5;
  } else {
#if LEVEL == LOW
    albedo = cloth * 0.965;
#else
    float weave = 0.93 + 0.14 * noise(vec3(p.x * 3.0, 1.0, p.z * 3.0)) * noise(vec3(p.x * 61.0, 2.0, p.z * 61.0));
    albedo = cloth * weave;
#endif
    rough = 0.85;
  }
  vec3 light = shine(albedo, rough, 0.03, vec3(0.0, 1.0, 0.0), p, open, vec4(far_color, 0.6));
  color = tone(mix(light, far_color, smoothstep(7.0, 24.0, length(p.xz))));
}
