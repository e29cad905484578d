#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

const int INF = 1000000000;

struct State {
    vector<int> a;   // player 2, left to right
    vector<int> b;   // player 1, left to right
    int storeA, storeB;
};

int task, me, cutoff, n;
ofstream logFile;
State answer;      // the best state found at the root

string show(int v) {
    if (v == INF) return "Infinity";
    if (v == -INF) return "-Infinity";
    return to_string(v);
}

void writeLog(const string &name, int depth, int v, int alpha, int beta) {
    if (task == 1) return;
    logFile << name << "," << depth << "," << show(v);
    if (task == 3) logFile << "," << show(alpha) << "," << show(beta);
    logFile << "\n";
}

bool emptyRow(const vector<int> &row) {
    for (size_t i = 0; i < row.size(); i++)
        if (row[i] > 0) return false;
    return true;
}

bool gameOver(const State &s) {
    return emptyRow(s.a) || emptyRow(s.b);
}

void sweep(State &s) {
    for (int i = 0; i < n; i++) {
        s.storeA += s.a[i];
        s.storeB += s.b[i];
        s.a[i] = 0;
        s.b[i] = 0;
    }
}

// player 1 moves pit i, true = moves again
bool moveB(State &s, int i) {
    int stones = s.b[i];
    s.b[i] = 0;
    int pos = i;          // 0..n-1 lower, n store, n+1..2n upper backwards
    while (stones > 0) {
        pos++;
        if (pos == 2 * n + 1) pos = 0;
        if (pos < n) s.b[pos]++;
        else if (pos == n) s.storeB++;
        else s.a[2 * n - pos]++;
        stones--;
    }
    if (pos < n && s.b[pos] == 1) {
        s.storeB += 1 + s.a[pos];
        s.b[pos] = 0;
        s.a[pos] = 0;
    }
    if (gameOver(s)) sweep(s);
    return pos == n;
}

bool moveA(State &s, int i) {
    int stones = s.a[i];
    s.a[i] = 0;
    int pos = n - 1 - i;  // 0..n-1 upper backwards, n store, n+1..2n lower
    while (stones > 0) {
        pos++;
        if (pos == 2 * n + 1) pos = 0;
        if (pos < n) s.a[n - 1 - pos]++;
        else if (pos == n) s.storeA++;
        else s.b[pos - n - 1]++;
        stones--;
    }
    if (pos < n && s.a[n - 1 - pos] == 1) {
        s.storeA += 1 + s.b[n - 1 - pos];
        s.a[n - 1 - pos] = 0;
        s.b[n - 1 - pos] = 0;
    }
    if (gameOver(s)) sweep(s);
    return pos == n;
}

bool doMove(State &s, int player, int i) {
    return player == 1 ? moveB(s, i) : moveA(s, i);
}

int pitCount(const State &s, int player, int i) {
    return player == 1 ? s.b[i] : s.a[i];
}

string pitName(int player, int i) {
    return (player == 1 ? "B" : "A") + to_string(i + 2);
}

int eval(const State &s) {
    return me == 1 ? s.storeB - s.storeA : s.storeA - s.storeB;
}

int minValue(const State &s, const string &name, int depth, bool bonus, int alpha, int beta);

// my own turn. final = the board once my turn is over
int maxValue(const State &s, const string &name, int depth, bool bonus, int alpha, int beta, State &final) {
    if (gameOver(s) || (depth == cutoff && !bonus)) {
        int v = eval(s);
        writeLog(name, depth, v, alpha, beta);
        final = s;
        return v;
    }
    int best = -INF;
    writeLog(name, depth, best, alpha, beta);
    for (int i = 0; i < n; i++) {
        if (pitCount(s, me, i) == 0) continue;
        State t = s;
        State end;
        bool again = doMove(t, me, i);
        int d = bonus ? depth : depth + 1;
        int v;
        if (again) {
            v = maxValue(t, pitName(me, i), d, true, alpha, beta, end);
        } else {
            v = minValue(t, pitName(me, i), d, false, alpha, beta);
            end = t;
        }
        if (v > best) {
            best = v;
            final = end;
        }
        if (task == 3) {
            if (best >= beta) {
                writeLog(name, depth, best, alpha, beta);
                return best;
            }
            if (best > alpha) alpha = best;
        }
        writeLog(name, depth, best, alpha, beta);
    }
    return best;
}

int minValue(const State &s, const string &name, int depth, bool bonus, int alpha, int beta) {
    if (gameOver(s) || (depth == cutoff && !bonus)) {
        int v = eval(s);
        writeLog(name, depth, v, alpha, beta);
        return v;
    }
    int other = 3 - me;
    int best = INF;
    writeLog(name, depth, best, alpha, beta);
    for (int i = 0; i < n; i++) {
        if (pitCount(s, other, i) == 0) continue;
        State t = s;
        State unused;
        bool again = doMove(t, other, i);
        int d = bonus ? depth : depth + 1;
        int v;
        if (again) v = minValue(t, pitName(other, i), d, true, alpha, beta);
        else v = maxValue(t, pitName(other, i), d, false, alpha, beta, unused);
        if (v < best) best = v;
        if (task == 3) {
            if (best <= alpha) {
                writeLog(name, depth, best, alpha, beta);
                return best;
            }
            if (best < beta) beta = best;
        }
        writeLog(name, depth, best, alpha, beta);
    }
    return best;
}

vector<int> readRow(const string &line) {
    istringstream in(line);
    vector<int> row;
    int x;
    while (in >> x) row.push_back(x);
    return row;
}

int main(int argc, char *argv[]) {
    string file = "input.txt";
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "-i") == 0) file = argv[i + 1];
    ifstream in(file);
    string line;
    vector<string> lines;
    while (getline(in, line)) lines.push_back(line);
    task = stoi(lines[0]);
    me = stoi(lines[1]);
    cutoff = stoi(lines[2]);
    State start;
    start.a = readRow(lines[3]);
    start.b = readRow(lines[4]);
    start.storeA = stoi(lines[5]);
    start.storeB = stoi(lines[6]);
    n = start.a.size();
    if (task == 1) cutoff = 1;
    if (task != 1) {
        logFile.open("traverse_log.txt");
        logFile << (task == 2 ? "Node,Depth,Value\n" : "Node,Depth,Value,Alpha,Beta\n");
    }
    maxValue(start, "root", 0, false, -INF, INF, answer);
    ofstream out("next_state.txt");
    for (int i = 0; i < n; i++) out << answer.a[i] << (i + 1 < n ? " " : "\n");
    for (int i = 0; i < n; i++) out << answer.b[i] << (i + 1 < n ? " " : "\n");
    out << answer.storeA << "\n" << answer.storeB << "\n";
    return 0;
}
