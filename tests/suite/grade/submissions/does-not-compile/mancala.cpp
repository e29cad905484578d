int main() { return zero; }
