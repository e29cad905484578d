#!/bin/bash
# One part of a class, as a task of a Slurm array. Two lines grade a class on 32 tasks and join the parts:
#
#   job=$(sbatch --parsable --array=1-32 examples/slurm/grade.sh class cases results)
#   sbatch --dependency=afterany:$job --wrap 'mancala merge results/shard-* -o results'
#
# A task whose node fails is put in the queue again and goes on where it stopped. The folders have to be
# on a disk that all nodes see.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --ntasks=1
set -eu
exec "${MANCALA:-mancala}" grade "$1" --cases "$2" --results "$3" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --jobs "${SLURM_CPUS_PER_TASK:-1}"
