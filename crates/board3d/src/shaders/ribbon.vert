in vec3 position;
in vec4 paint;
uniform mat4 matrix;
out vec4 shown;

void main() {
  shown = paint;
  gl_Position = matrix * vec4(position, 1.0);
}
