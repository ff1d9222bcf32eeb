import type { ChildProcess } from 'node:child_process'
import { constants, openSync } from 'node:fs'
import type { Argv } from './start-program.ts'

/**
 * Joins the control groups, as root puts what is to be mounted where the job's user can reach it (in a mount namespace
 * of its own, so that nothing of it outlives the process), and becomes the program behind the second `--`.
 * `/sys` is covered because no data lies there and no job sees it.
 */
const launchScript = `set -eu
echo 800 >/proc/self/oom_score_adj || :
while [ "$1" != -- ]; do echo $$ >"$1/cgroup.procs"; shift; done
shift
[ "$1" = -- ] || mount -n -t tmpfs -o mode=0755,size=1m,nr_inodes=1k,nosuid,nodev none /sys
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir "$2"; else : >"$2"; fi
  mount -n --bind -- "$1" "$2"
  shift 2
done
shift
exec "$@"`

/**
 * The first process of a box. It begins when it is told to, so that a server that dies at the wrong moment starts
 * nothing, takes in whatever is orphaned, and its end is the end of everything.
 * A shell would say "Killed" in its own words: those go nowhere.
 */
const firstProcess = `umask 022
read -r go || exit 125
exec 3>&2 2>/dev/null </dev/null
(exec 2>&3 3>&-; exec "$@")
exit $?`

export interface LaunchPlan {
  readonly asRoot: boolean
  readonly owner: number
  readonly cgroups: readonly string[]
  readonly staged: readonly { readonly from: string; readonly at: string }[]
  /** Words of `prlimit` that hold inside. */
  readonly rlimits: readonly string[]
  /** Words that go before everything else: what stands in for a control group. */
  readonly wrappers: readonly string[]
  readonly command: readonly string[]
}

/** Descriptors of the launched: 3 tells us its process, 4 its arguments, 5 its filter of calls. */
export function launchArgv(plan: LaunchPlan): Argv {
  const unshare = ['unshare', '--mount', '--propagation', 'private', '--']
  const owner = String(plan.owner)
  const drop = ['setpriv', '--reuid', owner, '--regid', owner, '--clear-groups', '--no-new-privs', '--']
  const [first = 'sh', ...rest] = [
    plan.asRoot ? unshare : [],
    ['sh', '-c', launchScript, 'launch', ...plan.cgroups, '--'],
    plan.asRoot ? plan.staged.flatMap(({ from, at }) => [from, at]) : [],
    ['--', ...plan.wrappers, ...(plan.asRoot ? drop : [])],
    ['bwrap', '--args', '4', '--info-fd', '3', '--seccomp', '5', '--'],
    ['/usr/bin/prlimit', ...plan.rlimits, '--', '/bin/sh', '-c', firstProcess, 'box', ...plan.command],
  ].flat()
  return [first, ...rest]
}

/** Opens the end of a named pipe that we read from, then the one that the command writes to. */
export function openPipe(path: string): { readonly read: number; readonly write: number } {
  return {
    read: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    write: openSync(path, constants.O_WRONLY),
  }
}

/** The process that is number 1 inside, as this machine counts; null when it ended before it began. */
export async function firstPid(child: ChildProcess): Promise<number | null> {
  let text = ''
  for await (const chunk of child.stdio[3] as AsyncIterable<Buffer>) text += chunk.toString('utf8')
  const pid = /"child-pid": (\d+)/.exec(text)?.[1]
  return pid === undefined ? null : Number(pid)
}
