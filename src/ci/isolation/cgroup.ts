import { readFile, rmdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BoxLimits } from './isolation.ts'

export type CgroupLimit = 'memory' | 'pids' | 'cpu'

/** The folders of one box's control group: one for each limit (version 1), or one for all (version 2). */
export interface Cgroup {
  readonly version: 1 | 2
  readonly folders: Readonly<Partial<Record<CgroupLimit, string>>>
}

export function foldersOf(cgroup: Cgroup): string[] {
  return [...new Set(Object.values(cgroup.folders))]
}

const mebibyte = 1024 * 1024
const period = 100_000

/** Writes the limits into folders that are there already. */
export async function limitCgroup(cgroup: Cgroup, limits: BoxLimits): Promise<void> {
  const bytes = String(limits.memoryMb * mebibyte)
  const quota = Math.max(1000, Math.round(limits.cpus * period))
  const { memory, pids, cpu } = cgroup.folders
  if (memory !== undefined && cgroup.version === 1) {
    await writeFile(join(memory, 'memory.limit_in_bytes'), bytes)
    // Missing where the kernel does not count swap.
    await writeFile(join(memory, 'memory.memsw.limit_in_bytes'), bytes).catch(() => undefined)
  }
  if (memory !== undefined && cgroup.version === 2) {
    await writeFile(join(memory, 'memory.max'), bytes)
    await writeFile(join(memory, 'memory.swap.max'), '0').catch(() => undefined)
  }
  if (pids !== undefined) await writeFile(join(pids, 'pids.max'), String(limits.pids + ownProcesses))
  if (cpu !== undefined && cgroup.version === 1) {
    await writeFile(join(cpu, 'cpu.cfs_period_us'), String(period))
    await writeFile(join(cpu, 'cpu.cfs_quota_us'), String(quota))
  }
  if (cpu !== undefined && cgroup.version === 2) await writeFile(join(cpu, 'cpu.max'), `${quota} ${period}`)
}

/** What keeps a box is no process of the job's, but is counted with them. */
const ownProcesses = 2

/** How often the kernel had to kill for want of memory; 0 where nobody counts. */
export async function countOutOfMemory(cgroup: Cgroup | null): Promise<number> {
  const folder = cgroup?.folders.memory
  if (cgroup === null || folder === undefined) return 0
  const file = join(folder, cgroup.version === 1 ? 'memory.oom_control' : 'memory.events')
  const text = await readFile(file, 'utf8').catch(() => '')
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0)
}

export async function processesIn(folder: string): Promise<number[]> {
  const text = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => (line === '' || line === '0' ? [] : Number(line)))
}

/** Ends whatever is in them and removes them. What cannot be removed yet is tried again for a while. */
export async function removeCgroup(folders: readonly string[], patienceMs = 5000): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (const folder of folders.filter(isOurs)) {
    while (!(await remove(folder)) && performance.now() < deadline) {
      for (const pid of await processesIn(folder)) kill(pid)
      await pause(5)
    }
  }
}

export const cgroupPrefix = 'stithy-box-'

/** The names come from a file: nobody's processes end because it says something else. */
function isOurs(folder: string): boolean {
  return folder.startsWith('/sys/fs/cgroup/') && basename(folder).startsWith(cgroupPrefix)
}

async function remove(folder: string): Promise<boolean> {
  try {
    await rmdir(folder)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}
