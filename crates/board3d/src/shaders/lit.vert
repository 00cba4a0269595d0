in vec3 position;
in vec3 normal;
uniform mat4 matrix;
uniform mat4 model;
out vec3 world_position;
out vec3 world_normal;
out vec3 local_position;

void main() {
  vec4 world = model * vec4(position, 1.0);
  world_position = world.xyz;
  world_normal = mat3(model) * normal;
  local_position = position;
  gl_Position = matrix * world;
}
