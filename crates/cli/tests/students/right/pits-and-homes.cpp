#include <climits>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

struct Board {
    vector<int> pit[2]; // [0] = player 1 (B), [1] = player 2 (A), both as on the page
    int home[2];
};

int task, me, cutoff, N;
ofstream out;
Board answer;

bool rowEmpty(const Board& b, int p) {
    for (int x : b.pit[p]) if (x) return false;
    return true;
}
bool over(const Board& b) { return rowEmpty(b, 0) || rowEmpty(b, 1); }
void finish(Board& b) {
    for (int p = 0; p < 2; p++)
        for (int& x : b.pit[p]) { b.home[p] += x; x = 0; }
}
// returns true if the player moves again
bool play(Board& b, int p, int i) {
    int left = b.pit[p][i];
    b.pit[p][i] = 0;
    int side = p, at = i;
    bool home = false;
    while (left > 0) {
        // one step along the ring
        if (home) {
            home = false;
            side = 1 - side;
            at = side == 0 ? 0 : N - 1;
        } else if (side == 0 && at == N - 1) {
            if (p == 0) home = true;
            else { side = 1; at = N - 1; }
        } else if (side == 1 && at == 0) {
            if (p == 1) home = true;
            else { side = 0; at = 0; }
        } else at += side == 0 ? 1 : -1;
        if (home) b.home[p]++;
        else b.pit[side][at]++;
        left--;
    }
    if (!home && side == p && b.pit[p][at] == 1) {
        b.home[p] += 1 + b.pit[1 - p][at];
        b.pit[p][at] = 0;
        b.pit[1 - p][at] = 0;
    }
    if (over(b)) finish(b);
    return home;
}
int eval(const Board& b) { return b.home[me] - b.home[1 - me]; }
string show(int v) {
    if (v == INT_MAX) return "Infinity";
    if (v == INT_MIN) return "-Infinity";
    return to_string(v);
}
void row(const string& name, int depth, int v, int alpha, int beta) {
    if (task == 1) return;
    out << name << "," << depth << "," << show(v);
    if (task == 3) out << "," << show(alpha) << "," << show(beta);
    out << "\n";
}
string nameOf(int p, int i) { return (p == 0 ? "B" : "A") + to_string(i + 2); }

int minValue(const Board& b, string name, int depth, bool extra, int alpha, int beta, Board* turn);

int maxValue(const Board& b, string name, int depth, bool extra, int alpha, int beta, Board* turn) {
    if (over(b) || (depth == cutoff && !extra)) {
        row(name, depth, eval(b), alpha, beta);
        return eval(b);
    }
    int v = INT_MIN;
    row(name, depth, v, alpha, beta);
    for (int i = 0; i < N; i++) {
        if (b.pit[me][i] == 0) continue;
        Board c = b;
        bool again = play(c, me, i);
        int d = extra ? depth : depth + 1;
        Board end = c;
        int got;
        if (again) got = maxValue(c, nameOf(me, i), d, true, alpha, beta, &end);
        else got = minValue(c, nameOf(me, i), d, false, alpha, beta, nullptr);
        if (got > v) {
            v = got;
            if (turn) *turn = end;
        }
        if (task == 3) {
            if (v >= beta) {
                row(name, depth, v, alpha, beta);
                return v;
            }
            if (v > alpha) alpha = v;
        }
        row(name, depth, v, alpha, beta);
    }
    return v;
}

int minValue(const Board& b, string name, int depth, bool extra, int alpha, int beta, Board* turn) {
    if (over(b) || (depth == cutoff && !extra)) {
        row(name, depth, eval(b), alpha, beta);
        return eval(b);
    }
    int v = INT_MAX;
    row(name, depth, v, alpha, beta);
    int he = 1 - me;
    for (int i = 0; i < N; i++) {
        if (b.pit[he][i] == 0) continue;
        Board c = b;
        bool again = play(c, he, i);
        int d = extra ? depth : depth + 1;
        int got;
        if (again) got = minValue(c, nameOf(he, i), d, true, alpha, beta, nullptr);
        else got = maxValue(c, nameOf(he, i), d, false, alpha, beta, nullptr);
        if (got < v) v = got;
        if (task == 3) {
            if (v <= alpha) {
                row(name, depth, v, alpha, beta);
                return v;
            }
            if (v < beta) beta = v;
        }
        row(name, depth, v, alpha, beta);
    }
    return v;
}

int main(int argc, char** argv) {
    string file = "input.txt";
    for (int i = 1; i + 1 < argc; i++) if (string(argv[i]) == "-i") file = argv[i + 1];
    ifstream in(file);
    string line;
    Board b;
    getline(in, line); task = atoi(line.c_str());
    getline(in, line); me = atoi(line.c_str()) - 1;
    getline(in, line); cutoff = atoi(line.c_str());
    for (int p = 1; p >= 0; p--) {
        getline(in, line);
        stringstream ss(line);
        int x;
        while (ss >> x) b.pit[p].push_back(x);
    }
    getline(in, line); b.home[1] = atoi(line.c_str());
    getline(in, line); b.home[0] = atoi(line.c_str());
    N = b.pit[0].size();
    if (task == 1) cutoff = 1;
    else {
        out.open("traverse_log.txt");
        out << (task == 3 ? "Node,Depth,Value,Alpha,Beta" : "Node,Depth,Value") << "\n";
    }
    answer = b;
    maxValue(b, "root", 0, false, INT_MIN, INT_MAX, &answer);
    ofstream st("next_state.txt");
    for (int p = 1; p >= 0; p--) {
        for (int i = 0; i < N; i++) st << (i ? " " : "") << answer.pit[p][i];
        st << "\n";
    }
    st << answer.home[1] << "\n" << answer.home[0] << "\n";
    return 0;
}
