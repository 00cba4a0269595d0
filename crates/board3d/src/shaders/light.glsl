// Shared lighting: sunlight with shadows, environment map, materials, tone mapping.
uniform samplerCube environment;
uniform highp sampler2DShadow shadow_map;
uniform mat4 shadow_matrix;
uniform vec3 eye;
uniform vec3 sun;
uniform vec3 sunlight;
uniform vec3 far_color;
uniform float exposure;
uniform vec2 viewport;
uniform int material;

float hash(vec3 p) {
  p = fract(p * 0.3183099 + vec3(0.71, 0.113, 0.419));
  p *= 17.0;
  return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
}

float noise(vec3 p) {
  vec3 i = floor(p);
  vec3 f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  vec2 o = vec2(0.0, 1.0);
  return mix(
    mix(mix(hash(i), hash(i + o.yxx), f.x), mix(hash(i + o.xyx), hash(i + o.yyx), f.x), f.y),
    mix(mix(hash(i + o.xxy), hash(i + o.yxy), f.x), mix(hash(i + o.xyy), hash(i + o.yyy), f.x), f.y),
    f.z);
}

float fbm(vec3 p) {
  return noise(p) * 0.55 + noise(p * 2.03 + 7.1) * 0.28 + noise(p * 4.1 + 3.7) * 0.17;
}

// Growth rings around an axis beside the block, and fibres along it.
vec3 wood(vec3 p, vec3 pale, vec3 deep) {
  vec3 q = p * vec3(1.0, 0.22, 1.0);
#if LEVEL == LOW
  return mix(pale, deep, fract(length(q.xz + vec2(1.6, 0.9)) * 5.5 + noise(q * 1.7) * 2.0) * 0.4) * 0.95;
#else
  float wander = fbm(q * 1.7);
  float ring = length(q.xz + vec2(1.6, 0.9)) * 5.5 + wander * 2.6;
  float year = fract(ring);
  float late = smoothstep(0.25, 0.95, year) * smoothstep(1.0, 0.93, year);
  float fibre = noise(vec3(p.x * 46.0, p.y * 2.3, p.z * 46.0));
  vec3 tone = mix(pale, deep, late * 0.42 + wander * 0.3 - 0.1);
  return tone * (0.84 + 0.22 * fibre);
#endif
}

vec3 marble(vec3 p, vec3 pale, vec3 deep) {
#if LEVEL == LOW
  return mix(pale, deep, 0.5 * noise(p * 2.0));
#else
  vec3 bent = p + 0.9 * vec3(fbm(p * 1.1), fbm(p * 1.1 + 5.0), fbm(p * 1.1 + 9.0));
  float vein = 1.0 - abs(2.0 * noise(bent * 1.7) - 1.0);
  float thin = 1.0 - abs(2.0 * noise(bent * 3.9 + 4.0) - 1.0);
  float mist = fbm(bent * 0.8);
  float amount = pow(vein, 9.0) * 0.85 + pow(thin, 14.0) * 0.4 + mist * 0.22;
  return mix(pale, deep, clamp(amount, 0.0, 1.0));
#endif
}

// Porcelain and lacquer: almost uniform.
vec3 glaze(vec3 p, vec3 pale, vec3 deep) {
#if LEVEL == LOW
  return mix(pale, deep, 0.3);
#else
  return mix(pale, deep, fbm(p) * 0.6);
#endif
}

vec3 environment_light(vec3 direction, float level) {
  vec3 root = textureLod(environment, direction, level).rgb;
  return root * root * 9.0;
}

#if LEVEL == LOW
// Share of sunlight that arrives: shadow map with four samples.
float sun_visibility(vec3 p, vec3 n) {
  vec3 s = (shadow_matrix * vec4(p + n * 0.03, 1.0)).xyz * 0.5 + vec3(0.5, 0.5, 0.4988);
  if (any(greaterThan(abs(s.xy - 0.5), vec2(0.499)))) return 1.0;
  const vec2 A = vec2(0.0011, 0.0027);
  const vec2 B = vec2(0.0027, -0.0011);
  return 0.25 * (texture(shadow_map, vec3(s.xy + A, s.z)) + texture(shadow_map, vec3(s.xy - A, s.z))
    + texture(shadow_map, vec3(s.xy + B, s.z)) + texture(shadow_map, vec3(s.xy - B, s.z)));
}
#else
uniform highp sampler2D shadow_depths;
const int TAPS = LEVEL == HIGH ? 32 : 12;
// Maximum penumbra in shadow map coordinates, and its growth with the distance to the blocker.
const float MAX_PENUMBRA = 0.017;
const float PENUMBRA_GROWTH = 0.16;

// Share of sunlight that arrives: percentage-closer soft shadows (PCSS), sharp near the blocker and soft far from it.
float sun_visibility(vec3 p, vec3 n) {
  vec3 s = (shadow_matrix * vec4(p + n * 0.03, 1.0)).xyz * 0.5 + 0.5;
  if (any(greaterThan(abs(s.xy - 0.5), vec2(0.499)))) return 1.0;
  float turn = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) * 6.2832;
  float sum = 0.0;
  float count = 0.0;
  for (int i = 0; i < 12; i++) {
    float r = sqrt((float(i) + 0.5) / 12.0) * MAX_PENUMBRA;
    float a = float(i) * 2.39996 + turn;
    float depth = textureLod(shadow_depths, s.xy + r * vec2(cos(a), sin(a)), 0.0).r;
    if (depth < s.z - 0.002) {
      sum += depth;
      count += 1.0;
    }
  }
  if (count < 0.5) return 1.0;
  float spread = clamp((s.z - sum / count) * PENUMBRA_GROWTH, 0.0009, MAX_PENUMBRA);
  sum = 0.0;
  for (int i = 0; i < TAPS; i++) {
    float r = sqrt((float(i) + 0.5) / float(TAPS)) * spread;
    float a = float(i) * 2.39996 + turn;
    sum += texture(shadow_map, vec3(s.xy + r * vec2(cos(a), sin(a)), s.z - 0.0012));
  }
  return sum / float(TAPS);
}
#endif

// Diffuse surface under a clear coat (GGX). `near` is a nearby reflection: its light and its coverage of the environment map.
vec3 shade_surface(vec3 albedo, float roughness, float coat, vec3 n, vec3 p, float openness, vec4 near) {
  vec3 v = normalize(eye - p);
  float nv = clamp(dot(n, v), 0.02, 1.0);
  float nl = max(dot(n, sun), 0.0);
  vec3 h = normalize(v + sun);
  float nh = max(dot(n, h), 0.0);
  float a = roughness * roughness;
  float d = nh * nh * (a * a - 1.0) + 1.0;
  float glint = a * a / (3.14159 * d * d) / (4.0 * mix(nl + nv - nl * nv, 1.0, a) + 0.05);
  float edge = coat + (1.0 - coat) * pow(1.0 - max(dot(v, h), 0.0), 5.0);
  vec3 direct = (albedo * 0.3183 + glint * edge) * nl * sunlight * (nl > 0.0 ? sun_visibility(p, n) : 0.0);
  // The sunlight falls off around the board.
  direct *= exp(-0.006 * dot(p.xz, p.xz));
  vec3 r = reflect(-v, n);
  vec4 fit = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float low = min(fit.x * fit.x, exp2(-9.28 * nv)) * fit.x + fit.y;
  vec2 scale_bias = vec2(-1.04, 1.04) * low + fit.zw;
  float clear = clamp(pow(nv + openness, 2.0) - 1.0 + openness, 0.0, 1.0);
  vec3 soft = albedo * environment_light(n, 4.6) * openness;
  vec3 sharp = mix(environment_light(r, roughness * 5.0), near.rgb, near.a) * (coat * scale_bias.x + scale_bias.y) * clear;
  return direct + soft + sharp;
}

// Tone mapping (ACES fit), vignette, gamma, dithering.
vec4 tone_map(vec3 light) {
  vec2 off = gl_FragCoord.xy / viewport - 0.5;
  light *= exposure * (1.0 - 0.5 * smoothstep(0.1, 0.75, dot(off, off) * 1.4));
  light = clamp(light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14), 0.0, 1.0);
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  return vec4(pow(light, vec3(1.0 / 2.2)) + grain / 255.0, 1.0);
}
