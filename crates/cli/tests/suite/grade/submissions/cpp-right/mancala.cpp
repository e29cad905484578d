// The homework as a student might hand it in, in C++.
#include <algorithm>
#include <climits>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

const long INF = LONG_MAX;

struct Board {
    vector<int> pits[2];
    long store[2];
    bool empty(int side) const {
        for (size_t i = 0; i < pits[side].size(); i++)
            if (pits[side][i]) return false;
        return true;
    }
    bool over() const { return empty(0) && empty(1); }
    void sweep() {
        for (int side = 0; side < 2; side++)
            for (size_t i = 0; i < pits[side].size(); i++) {
                store[side] += pits[side][i];
                pits[side][i] = 0;
            }
    }
    // Whether the player moves again.
    bool play(int player, int pit) {
        int width = pits[0].size(), row = player, column = pit;
        int stones = pits[player][pit];
        pits[player][pit] = 0;
        bool in_store = false;
        while (stones > 0) {
            if (in_store) {
                in_store = false;
                row = 1 - row;
                column = row == 0 ? 0 : width - 1;
                pits[row][column]++;
            } else {
                column += row == 0 ? 1 : -1;
                if (column >= 0 && column < width) {
                    pits[row][column]++;
                } else if (row == player) {
                    store[player]++;
                    in_store = true;
                } else {
                    row = player;
                    column = row == 0 ? 0 : width - 1;
                    pits[row][column]++;
                }
            }
            stones--;
        }
        if (!in_store && row == player && pits[row][column] == 1) {
            store[player] += 1 + pits[1 - row][column];
            pits[row][column] = pits[1 - row][column] = 0;
        }
        if (empty(0) || empty(1)) {
            sweep();
            return false;
        }
        return in_store;
    }
};

int task, me, cutoff;
ofstream traverse;

string shown(long value) {
    if (value == INF) return "Infinity";
    if (value == -INF) return "-Infinity";
    ostringstream text;
    text << value;
    return text.str();
}

void row(const string& name, int depth, long value, long alpha, long beta) {
    if (task == 1) return;
    traverse << name << "," << depth << "," << shown(value);
    if (task == 3) traverse << "," << shown(alpha) << "," << shown(beta);
    traverse << "\n";
}

long visit(const Board& board, int mover, string name, int depth, bool again, long alpha, long beta,
           Board& turn) {
    turn = board;
    if (board.over() || (depth == cutoff && !again)) {
        long value = board.store[me] - board.store[1 - me];
        row(name, depth, value, alpha, beta);
        return value;
    }
    bool largest = mover == me;
    long best = largest ? -INF : INF;
    row(name, depth, best, alpha, beta);
    for (size_t pit = 0; pit < board.pits[mover].size(); pit++) {
        if (board.pits[mover][pit] == 0) continue;
        Board after = board, rest;
        bool more = after.play(mover, pit);
        ostringstream child;
        child << (mover == 0 ? "B" : "A") << pit + 2;
        long value = visit(after, more ? mover : 1 - mover, child.str(), again ? depth : depth + 1,
                           more, alpha, beta, rest);
        if (largest ? value > best : value < best) {
            best = value;
            turn = more ? rest : after;
        }
        if (task == 3) {
            if (largest ? best >= beta : best <= alpha) {
                row(name, depth, best, alpha, beta);
                return best;
            }
            if (largest) alpha = max(alpha, best);
            else beta = min(beta, best);
        }
        row(name, depth, best, alpha, beta);
    }
    return best;
}

int main(int argc, char** argv) {
    ifstream in(argc > 2 ? argv[2] : "input.txt");
    Board board, turn;
    string line;
    in >> task >> me >> cutoff;
    me--;
    getline(in, line);
    for (int side = 1; side >= 0; side--) {
        getline(in, line);
        istringstream words(line);
        int stones;
        while (words >> stones) board.pits[side].push_back(stones);
    }
    in >> board.store[1] >> board.store[0];
    if (task == 1) cutoff = 1;
    if (board.empty(me)) board.sweep();
    if (task > 1) {
        traverse.open("traverse_log.txt");
        traverse << "Node,Depth,Value" << (task == 3 ? ",Alpha,Beta" : "") << "\n";
    }
    visit(board, me, "root", 0, false, -INF, INF, turn);
    ofstream out("next_state.txt");
    for (int side = 1; side >= 0; side--)
        for (size_t i = 0; i < turn.pits[side].size(); i++)
            out << turn.pits[side][i] << (i + 1 < turn.pits[side].size() ? " " : "\n");
    out << turn.store[1] << "\n" << turn.store[0] << "\n";
}
