in vec4 shown;
out vec4 color;

void main() {
  color = vec4(shown.rgb * shown.a, shown.a);
}
