import { readFile, realpath } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { BoxFolder } from './box-folder.ts'
import { type Cgroup, foldersOf } from './cgroup.ts'
import type { BoxLimits, BoxRequest } from './isolation.ts'
import type { LaunchPlan } from './launch-sandbox.ts'
import type { SandboxSources } from './sandbox-arguments.ts'

const mebibyte = 1024 * 1024
/** Where root puts what is to be mounted: see `launchScript`. */
const stage = '/sys'
/** What we start inside before the job: its shell. */
const ownProcesses = 2

/** Limits that are words: what holds for each process, and what stands in for control groups that we may not make. */
export async function limitWords(
  limits: BoxLimits,
  cgroup: Cgroup | null,
): Promise<Pick<LaunchPlan, 'cgroups' | 'rlimits' | 'wrappers'>> {
  const held = cgroup?.folders ?? {}
  const files = Math.min(16_384, await openFilesAllowed())
  const rlimits = [
    '--core=0:0',
    `--nofile=${files}:${files}`,
    `--fsize=${limits.diskMb * mebibyte}:${limits.diskMb * mebibyte}`,
    // Address space would be the wrong measure: runtimes reserve much more than they use.
    ...(held.memory === undefined ? [`--data=${limits.memoryMb * mebibyte}:${limits.memoryMb * mebibyte}`] : []),
    // Counted in the box's own user namespace.
    ...(held.pids === undefined ? [`--nproc=${limits.pids + ownProcesses}:${limits.pids + ownProcesses}`] : []),
  ]
  const wrappers = held.cpu === undefined ? ['nice', '-n', '10', ...onFewProcessors(limits.cpus)] : []
  return { cgroups: cgroup === null ? [] : foldersOf(cgroup), rlimits, wrappers }
}

let next = 0

/** Whole processors, and each box others. */
function onFewProcessors(cpus: number): string[] {
  const all = availableParallelism()
  const count = Math.ceil(cpus)
  if (count >= all) return []
  const chosen = Array.from({ length: count }, (_, index) => (next + index) % all)
  next = (next + count) % all
  return ['taskset', '-c', chosen.join(',')]
}

/** What is mounted, and what root has to bring within reach first. */
export async function planSources(
  folder: BoxFolder,
  request: BoxRequest,
  etc: string,
): Promise<{ sources: SandboxSources; staged: LaunchPlan['staged'] }> {
  const readOnly = await Promise.all(request.readOnly.map(async ({ from, at }) => ({ from: await realpath(from), at })))
  if (process.getuid?.() !== 0) {
    return { sources: { workspace: folder.workspace, home: folder.home, tmp: folder.tmp, etc, readOnly }, staged: [] }
  }
  const shown = readOnly.map(({ from, at }, index) => ({ from, at, stagedAt: join(stage, `read-${index}`) }))
  return {
    sources: {
      workspace: join(stage, 'workspace'),
      home: join(stage, 'box/home'),
      tmp: join(stage, 'box/tmp'),
      etc: join(stage, 'etc'),
      readOnly: shown.map(({ at, stagedAt }) => ({ from: stagedAt, at })),
    },
    staged: [
      { from: folder.workspace, at: join(stage, 'workspace') },
      { from: folder.path, at: join(stage, 'box') },
      { from: etc, at: join(stage, 'etc') },
      ...shown.map(({ from, stagedAt }) => ({ from, at: stagedAt })),
    ],
  }
}

/** Nobody may give a process more than they have themselves. */
async function openFilesAllowed(): Promise<number> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  return Number(/^Max open files +\S+ +(\d+)/m.exec(text)?.[1] ?? 1024)
}
