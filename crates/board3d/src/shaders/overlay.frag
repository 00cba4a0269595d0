in vec4 vertex_color;
out vec4 color;

void main() {
  color = vec4(vertex_color.rgb * vertex_color.a, vertex_color.a);
}
