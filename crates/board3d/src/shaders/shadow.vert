in vec3 position;
uniform mat4 matrix;
uniform mat4 model;

void main() {
  gl_Position = matrix * model * vec4(position, 1.0);
}
