in vec3 position;
in vec3 normal;
uniform mat4 matrix;
uniform mat4 model;
out vec3 place;
out vec3 outside;
out vec3 local;

void main() {
  vec4 world = model * vec4(position, 1.0);
  place = world.xyz;
  outside = mat3(model) * normal;
  local = position;
  gl_Position = matrix * world;
}
