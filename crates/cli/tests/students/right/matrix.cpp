// one class does everything; board is int[2][12], column 0 of the upper row and column n+1 of the
// lower row are the mancalas, as drawn in the handout
#include <climits>
#include <fstream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

class Game {
    int cell[2][12];
    int n;

public:
    static int me;

    Game(int size) : n(size) {
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 12; c++) cell[r][c] = 0;
    }
    int &at(int r, int c) { return cell[r][c]; }
    int get(int r, int c) const { return cell[r][c]; }
    int size() const { return n; }
    // row 0 = player 2 (A), row 1 = player 1 (B)
    int home(int r) const { return r == 0 ? 0 : n + 1; }

    bool empty(int r) const {
        int sum = 0;
        for (int c = 1; c <= n; c++) sum += cell[r][c];
        return sum == 0;
    }
    bool over() const { return empty(0) || empty(1); }

    bool move(int r, int c) {
        int hand = cell[r][c], row = r, col = c;
        cell[r][c] = 0;
        for (; hand > 0; hand--) {
            // one step against the clock
            if (row == 1) {
                col++;
                if (col == n + 1 && r == 0) {
                    row = 0;
                    col = n;
                } else if (col == n + 2) {
                    row = 0;
                    col = n;
                }
            } else {
                col--;
                if ((col == 0 && r == 1) || col == -1) {
                    row = 1;
                    col = 1;
                }
            }
            cell[row][col]++;
        }
        bool again = row == r && col == home(r);
        if (!again && row == r && cell[row][col] == 1) {
            cell[r][home(r)] += 1 + cell[1 - r][col];
            cell[r][col] = cell[1 - r][col] = 0;
        }
        if (over()) finish();
        return again;
    }
    void finish() {
        for (int r = 0; r < 2; r++)
            for (int c = 1; c <= n; c++) {
                cell[r][home(r)] += cell[r][c];
                cell[r][c] = 0;
            }
    }
    int heuristic() const { return cell[me][home(me)] - cell[1 - me][home(1 - me)]; }
};
int Game::me;

class Solver {
    int task, limit;
    ofstream log;
    string num(int v) {
        return v == INT_MAX ? "Infinity" : v == INT_MIN ? "-Infinity" : to_string(v);
    }
    void row(const string &name, int depth, int v, int alpha, int beta) {
        if (task == 1) return;
        log << name << ',' << depth << ',' << num(v);
        if (task == 3) log << ',' << num(alpha) << ',' << num(beta);
        log << '\n';
    }

public:
    Solver(int t, int l) : task(t), limit(t == 1 ? 1 : l) {
        if (task == 1) return;
        log.open("traverse_log.txt");
        log << "Node,Depth,Value" << (task == 3 ? ",Alpha,Beta" : "") << '\n';
    }

    // first = value, second = pits of the rest of this turn
    pair<int, vector<int>> run(const Game &g, int r, string name, int depth, bool again, int alpha, int beta) {
        pair<int, vector<int>> best;
        if (g.over() || (depth >= limit && !again)) {
            best.first = g.heuristic();
            row(name, depth, best.first, alpha, beta);
            return best;
        }
        bool max = r == Game::me;
        best.first = max ? INT_MIN : INT_MAX;
        row(name, depth, best.first, alpha, beta);
        int next = again ? depth : depth + 1;
        for (int c = 1; c <= g.size(); c++) {
            if (g.get(r, c) == 0) continue;
            Game child = g;
            bool more = child.move(r, c);
            string pit = string(1, "AB"[r]) + to_string(c + 1);
            pair<int, vector<int>> found = run(child, more ? r : 1 - r, pit, next, more, alpha, beta);
            if (max ? found.first > best.first : found.first < best.first) {
                best.first = found.first;
                best.second.assign(1, c);
                if (more) best.second.insert(best.second.end(), found.second.begin(), found.second.end());
            }
            bool cut = false;
            if (task == 3) {
                cut = max ? best.first >= beta : best.first <= alpha;
                if (!cut && max && best.first > alpha) alpha = best.first;
                if (!cut && !max && best.first < beta) beta = best.first;
            }
            row(name, depth, best.first, alpha, beta);
            if (cut) break;
        }
        return best;
    }
};

int main(int argc, char **argv) {
    ifstream in(argc == 3 ? argv[2] : "input.txt");
    int task, player, limit, x;
    in >> task >> player >> limit;
    vector<int> numbers;
    while (in >> x) numbers.push_back(x);
    int n = (numbers.size() - 2) / 2;
    Game g(n);
    for (int i = 0; i < n; i++) {
        g.at(0, i + 1) = numbers[i];
        g.at(1, i + 1) = numbers[n + i];
    }
    g.at(0, 0) = numbers[2 * n];
    g.at(1, n + 1) = numbers[2 * n + 1];
    Game::me = player == 1 ? 1 : 0;
    Solver s(task, limit);
    vector<int> turn = s.run(g, Game::me, "root", 0, false, INT_MIN, INT_MAX).second;
    for (size_t i = 0; i < turn.size(); i++) g.move(Game::me, turn[i]);
    ofstream out("next_state.txt");
    for (int r = 0; r < 2; r++)
        for (int i = 1; i <= n; i++) out << g.get(r, i) << (i == n ? '\n' : ' ');
    out << g.get(0, 0) << '\n' << g.get(1, n + 1) << '\n';
}
