// A face of the environment map: ceiling, floor, two windows and a lamp.
in vec2 ndc;
uniform mat3 face_axes;
uniform vec3 above;
uniform vec3 below;
uniform vec3 window;
uniform vec3 lamp;
out vec4 color;

float window_pane(vec3 direction, vec3 middle, vec2 size) {
  vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), middle));
  vec3 up = cross(middle, right);
  float front = dot(direction, middle);
  vec2 at = vec2(dot(direction, right), dot(direction, up)) / max(front, 0.001);
  vec2 edge = smoothstep(size, size * 0.82, abs(at));
  // Window bars.
  vec2 bars = smoothstep(0.012, 0.03, abs(abs(at) - vec2(0.0, size.y * 0.33)));
  return front > 0.0 ? edge.x * edge.y * mix(1.0, bars.x * bars.y, 0.7) : 0.0;
}

void main() {
  vec3 direction = normalize(face_axes * vec3(ndc, 1.0));
  vec3 light = mix(below, above, smoothstep(-0.55, 0.75, direction.y));
  light += window * window_pane(direction, normalize(vec3(-0.75, 0.55, 0.55)), vec2(0.42, 0.6));
  light += window * 0.55 * window_pane(direction, normalize(vec3(-0.9, 0.45, -0.55)), vec2(0.36, 0.5));
  light += lamp * smoothstep(0.88, 0.97, dot(direction, normalize(vec3(0.65, 0.62, -0.35))));
  light += lamp * 0.25 * smoothstep(0.35, 1.0, dot(direction, normalize(vec3(0.9, 0.2, 0.6))));
  // Stored as square root, so that dark and bright values fit into a byte.
  color = vec4(sqrt(light / 9.0), 1.0);
}
