#!/bin/bash
# Solves the openings of a rule set, or searches a file of them again, as an array of jobs that share the boards out.
# From the root of the repository, with `mancala` in the path:
#
#   sbatch --array=1-8 examples/slurm/atlas.sh RULES [--limit SECONDS] [-- --memory 16G]
#   tail -qn +2 atlas-*.tsv > RULES.tsv
#
# atlas-I.tsv has the boards of job I, under the heading that every file of the atlas has.
#
#SBATCH --job-name=mancala-atlas
#SBATCH --cpus-per-task=2
#SBATCH --mem=20G
#SBATCH --time=24:00:00

set -eu
first=$SLURM_ARRAY_TASK_ID of=$SLURM_ARRAY_TASK_COUNT
atlas/compute.py --shard "$first/$of" "$@" > "atlas-$first.part"
mv "atlas-$first.part" "atlas-$first.tsv"
