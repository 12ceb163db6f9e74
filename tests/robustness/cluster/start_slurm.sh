#!/bin/sh
# Start a real Slurm of one node on this machine, all of it in FOLDER: own key, own ports, nothing under /etc.
#
#   start_slurm.sh FOLDER [CPUS]     then: export SLURM_CONF=FOLDER/slurm.conf; stop it with stop_slurm.sh FOLDER
#
# Debian's packages slurmctld, slurmd, slurm-client and munge are installed if they are missing (root and network).
# Exits 77, and says why in one line, where a Slurm cannot be had here.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cpus=${2:-2}
cannot() { echo "No Slurm here: $1" >&2; exit 77; }

PATH=$PATH:/usr/sbin
[ "$(id -u)" = 0 ] || cannot "its daemons must be started as root"
if ! command -v slurmctld >/dev/null || ! command -v slurmd >/dev/null || ! command -v sbatch >/dev/null ||
    ! command -v munged >/dev/null; then
    command -v apt-get >/dev/null || cannot "its programs are not installed and there is no apt-get"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        slurmctld slurmd slurm-client munge; } >"$folder/apt.log" 2>&1 ||
        cannot "its packages could not be installed ($(tail -n 1 "$folder/apt.log"))"
fi

host=$(hostname -s)
mkdir -p "$folder/munge" "$folder/state" "$folder/spool"
chmod 700 "$folder/state" "$folder/spool"
chmod 711 "$folder/munge"
[ -s "$folder/munge/key" ] || head -c 1024 /dev/urandom >"$folder/munge/key"
chmod 600 "$folder/munge/key"
chown -R root:root "$folder/munge"

# jobs are told apart by process ids and without cgroups, so that it runs in a container as well;
# no accounting database: many small clusters have none either
cat >"$folder/slurm.conf" <<CONF
ClusterName=ductus-test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
SlurmctldPort=${SLURM_TEST_PORT:-26817}
SlurmdPort=$((${SLURM_TEST_PORT:-26817} + 1))
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
KillWait=10
SlurmdTimeout=20
MinJobAge=60
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$folder/slurm.conf"

munged --force --socket="$folder/munge/socket" --key-file="$folder/munge/key" --pid-file="$folder/munge/pid" \
    --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" >"$folder/start.log" 2>&1 ||
    cannot "munged did not start ($(tail -n 1 "$folder/start.log"))"
cp "$folder/munge/pid" "$folder/munged.pid"
slurmctld -c >>"$folder/start.log" 2>&1 || cannot "slurmctld did not start ($(tail -n 1 "$folder/start.log"))"
slurmd -N "$host" >>"$folder/start.log" 2>&1 || cannot "slurmd did not start ($(tail -n 1 "$folder/start.log"))"

tries=0
until sinfo --noheader --format=%T 2>>"$folder/start.log" | grep -q idle; do
    tries=$((tries + 1))
    [ $tries -lt 40 ] || cannot "the node did not come up ($(tail -n 1 "$folder/slurmctld.log"))"
    sleep 0.5
done
echo "$SLURM_CONF"
