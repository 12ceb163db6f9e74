#!/bin/sh
# Stop the Slurm that start_slurm.sh started in FOLDER, by the process ids it left there, and wait until it is gone.
pids=""
for name in slurmd slurmctld munged; do
    [ -s "$1/$name.pid" ] && pids="$pids $(cat "$1/$name.pid")"
done
for pid in $pids; do kill "$pid" 2>/dev/null; done
for pid in $pids; do
    tries=0
    while kill -0 "$pid" 2>/dev/null && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
done
exit 0
