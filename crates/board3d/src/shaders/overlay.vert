in vec3 position;
in vec4 paint;
uniform mat4 matrix;
out vec4 vertex_color;

void main() {
  vertex_color = paint;
  gl_Position = matrix * vec4(position, 1.0);
}
