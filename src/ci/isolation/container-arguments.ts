import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../core/errors.ts'
import type { BoxFolder } from './box-folder.ts'
import { type Engine, labelsFor } from './engine.ts'
import type { BoxLimits, BoxRequest } from './isolation.ts'
import type { IsolationSettings } from './settings.ts'

const mebibyte = 1024 * 1024
const processes = 4096
const jobHome = '/home/job'

/** For every container: what it may take, and that it can become nobody else. */
export function confinement(engine: Engine | null, settings: IsolationSettings, limits: BoxLimits): string[] {
  const memory = `${limits.memoryMb}m`
  const files = Math.min(16_384, ownLimit('Max open files'))
  return [
    ['--cap-drop', 'all', '--security-opt', 'no-new-privileges', '--log-driver', 'none'],
    [
      '--memory',
      memory,
      '--memory-swap',
      memory,
      '--cpus',
      String(limits.cpus),
      '--pids-limit',
      String(limits.pids + ownProcesses),
    ],
    ['--ulimit', `nofile=${files}:${files}`, '--ulimit', 'core=0:0'],
    // The number of processes is limited above; this is for podman, which otherwise asks for more than it may give.
    process.getuid?.() === 0 ? ['--ulimit', `nproc=${processes}:${processes}`] : [],
    ['--ulimit', `fsize=${limits.diskMb * mebibyte}:${limits.diskMb * mebibyte}`],
    // What docker forbids by itself is stricter. The other: podman would add room in memory to a root that is read-only.
    engine?.name === 'podman' ? ['--security-opt', `seccomp=${profileOf(settings)}`, '--read-only-tmpfs=false'] : [],
  ].flat()
}

/** Where the filter of calls lies. */
export function profileOf(settings: IsolationSettings): string {
  return join(settings.folder, '.calls.json')
}

/** The container of a job, up to its image. Its first process does what the standard input says. */
export function jobArguments(parts: {
  readonly engine: Engine
  readonly settings: IsolationSettings
  readonly request: BoxRequest
  readonly folder: BoxFolder
}): string[] {
  const { engine, settings, request, folder } = parts
  const user = `${folder.owner}:${process.getgid?.() === 0 ? folder.owner : (process.getgid?.() ?? folder.owner)}`
  return [
    ['--interactive', '--rm', '--pull', 'never', '--read-only', '--hostname', 'box', '--user', user],
    engine.rootless ? ['--userns', 'keep-id'] : [],
    labelsFor(settings, request.label),
    confinement(engine, settings, request.limits),
    // With a network there is only the old protocol: the new one would reach the machine by addresses that need no route.
    request.limits.network ? ['--sysctl', 'net.ipv6.conf.all.disable_ipv6=1'] : ['--network', 'none'],
    request.services.flatMap(({ name }) => ['--add-host', `${name}:127.0.0.1`]),
    mount(folder.workspace, '/workspace', 'Z'),
    mount(folder.home, jobHome, 'Z'),
    mount(folder.tmp, '/tmp', 'z'),
    mount(folder.tmp, '/var/tmp', 'z'),
    request.readOnly.flatMap(({ from, at }) => mount(from, at, 'ro')),
    ['--workdir', '/workspace', '--env', `HOME=${jobHome}`, '--entrypoint', '/bin/sh'],
  ].flat()
}

function mount(from: string, at: string, option: string): string[] {
  if (/[:,]/.test(from + at)) {
    throw new Fault('internal', `A path with a colon or comma cannot be mounted: ${from}`, {
      code: 'CI_WORKSPACE_UNUSABLE',
    })
  }
  return ['--volume', `${from}:${at}:${option}`]
}

/** Of this process: without special rights nobody gives more than they have, and engines try by default. */
function ownLimit(name: string): number {
  const hard = new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return Number(hard ?? 1024)
}

/**
 * Lives as long as its standard input is open, and that is as long as we live. The shell takes in orphans while it
 * waits; what it waits for can be killed by the job, and is then started again.
 */
export const waitingProcess = `exec 3<&0; echo ready; until cat <&3 >/dev/null & wait $!; do :; done`

/** They are counted with the job's: the two of the waiting process, and the command's shell. */
const ownProcesses = 3

/**
 * Variables come under names that mean nothing to the engine's own program, since some would make it load code. What
 * the command has left running ends with it.
 */
export const commandScript = `umask 022
stithy_i=0
while [ "$stithy_i" -lt "$1" ]; do
  eval "export \\"\\$STITHY_$stithy_i\\"; unset STITHY_$stithy_i"
  stithy_i=$((stithy_i + 1))
done
unset stithy_i
shift
exec 3>&2 2>/dev/null </dev/null
trap : TERM INT HUP
(exec 2>&3 3>&-; exec "$@")
code=$?
kill -s KILL -- -1
exit "$code"`

/** Nothing that could be taken for an option or a path. */
export function requireImageName(image: string): string {
  if (/^[a-z0-9][a-zA-Z0-9._/:@-]{0,254}$/.test(image)) return image
  throw new Fault('invalid', `Not the name of an image: ${image}`, { code: 'CI_IMAGE_INVALID' })
}
