#!/usr/bin/env bash
# Runs once, when Gradescope makes the container: what submissions are written in. The grader itself
# needs nothing. Take out what your course does not use, or add to it.
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends g++ default-jdk-headless python3
