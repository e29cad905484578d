#!/bin/bash
# A Slurm cluster of several nodes on this one machine, all of it below one folder, for a test.
#   cluster.sh up FOLDER PORT NODES   starts it; it ends with the process that called this, however that ends
#   cluster.sh kill FOLDER NODE       pulls a node's plug: everything that runs there dies at once
#   cluster.sh down FOLDER            ends what `up` started
# Each node is a process namespace of its own, so that its plug can be pulled. To be run as root.
set -euo pipefail
command=$1 folder=$2
export SLURM_CONF=$folder/slurm.conf

ended() { # PID: waits until it is gone
    for _ in $(seq 100); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.05
    done
    kill -KILL "$1"
}

node() { # NAME
    mkdir -p "$folder/$1"
    setsid unshare --pid --fork --mount-proc --kill-child \
        slurmd -D -c -N "$1" -f "$SLURM_CONF" >>"$folder/$1.log" 2>&1 </dev/null &
    echo $! >"$folder/$1.pid"
}

case $command in
up)
    port=$3 nodes=$4 host=$(hostname -s)
    mkdir -p "$folder"/{state,key}
    chmod 755 "$folder"
    chmod 700 "$folder/key"
    head -c 128 /dev/urandom >"$folder/key/munge.key"
    chmod 400 "$folder/key/munge.key"
    cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$folder/munge.socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=2
MinJobAge=300
END
    for number in $(seq "$nodes"); do
        echo "NodeName=n$number NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + number)) CPUs=2 RealMemory=1000"
    done >>"$SLURM_CONF"
    echo "PartitionName=all Nodes=n[1-$nodes] Default=YES MaxTime=60 State=UP" >>"$SLURM_CONF"
    munged --force --key-file="$folder/key/munge.key" --socket="$folder/munge.socket" \
        --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/key/seed"
    slurmctld -c -f "$SLURM_CONF" -L "$folder/slurmctld.log"
    for number in $(seq "$nodes"); do node "n$number"; done
    setsid "$0" watch "$folder" "$PPID" </dev/null >/dev/null 2>&1 &
    for _ in $(seq 300); do
        idle=$(sinfo -h -N -t idle -o %N 2>/dev/null | sort -u | wc -l)
        [ "$idle" = "$nodes" ] && exit 0
        sleep 0.1
    done
    tail -n 5 "$folder"/*.log >&2
    exit 1
    ;;
kill)
    name=$3 pid=$(cat "$folder/$3.pid")
    # With the first process of its namespace, the only child, everything in it ends.
    kill -KILL "$(cat "/proc/$pid/task/$pid/children" | tr -d ' ')"
    ended "$pid"
    rm "$folder/$name.pid"
    scontrol update NodeName="$name" State=DOWN Reason="its plug was pulled"
    # What ran there is in the queue again, to begin in two minutes; a test does not wait.
    for job in $(squeue -h -r -t PENDING -o %i); do
        scontrol update JobId="$job" StartTime=now || true
    done
    ;;
watch)
    while kill -0 "$3" 2>/dev/null && [ -e "$SLURM_CONF" ]; do sleep 1; done
    exec "$0" down "$folder"
    ;;
down)
    for file in "$folder"/n*.pid; do
        [ -e "$file" ] || continue
        pid=$(cat "$file")
        kill -KILL $(cat "/proc/$pid/task/$pid/children" 2>/dev/null) 2>/dev/null || true
        ended "$pid"
    done
    for file in "$folder/slurmctld.pid" "$folder/munged.pid"; do
        [ -e "$file" ] || continue
        pid=$(cat "$file")
        kill "$pid" 2>/dev/null || true
        ended "$pid"
    done
    ;;
esac
