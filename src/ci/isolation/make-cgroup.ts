import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cgroup, type CgroupLimit, cgroupPrefix, processesIn } from './cgroup.ts'

/** Where control groups of boxes can be made: below the group that this process is in. */
export interface CgroupHome {
  readonly version: 1 | 2
  readonly parents: Readonly<Partial<Record<CgroupLimit, string>>>
}

const limits: readonly CgroupLimit[] = ['memory', 'pids', 'cpu']
const root = '/sys/fs/cgroup'

/** Null where this process may make none, as an ordinary user without a delegated group. */
export async function findCgroupHome(): Promise<CgroupHome | null> {
  const own = await readFile('/proc/self/cgroup', 'utf8').catch(() => '')
  return (await isThere(join(root, 'cgroup.controllers'))) ? findUnified(own) : findSeparate(own)
}

/** Their names, before they are there: whoever writes them down first can clean up after a crash. */
export function planCgroup(home: CgroupHome, label: string): Cgroup {
  const folders = Object.entries(home.parents).map(([limit, parent]) => [limit, join(parent, cgroupPrefix + label)])
  return { version: home.version, folders: Object.fromEntries(folders) as Cgroup['folders'] }
}

async function findSeparate(own: string): Promise<CgroupHome | null> {
  const parents: Partial<Record<CgroupLimit, string>> = {}
  for (const limit of limits) {
    const path = new RegExp(String.raw`^\d+:(?:[^:]*,)?${limit}(?:,[^:]*)?:(.*)$`, 'm').exec(own)?.[1]
    if (path === undefined) continue
    // In a container the path may be the host's: then the top of what we see is our group.
    for (const parent of [join(root, limit, path), join(root, limit)]) {
      if (parents[limit] === undefined && (await mayMakeIn(parent))) parents[limit] = parent
    }
  }
  return Object.keys(parents).length === 0 ? null : { version: 1, parents }
}

async function findUnified(own: string): Promise<CgroupHome | null> {
  const path = /^0::(.*)$/m.exec(own)?.[1]
  if (path === undefined) return null
  const parent = join(root, path)
  if (!(await mayMakeIn(parent)) || !(await handDown(parent))) return null
  const given = (await readFile(join(parent, 'cgroup.subtree_control'), 'utf8').catch(() => '')).trim().split(' ')
  const parents = Object.fromEntries(limits.filter((limit) => given.includes(limit)).map((limit) => [limit, parent]))
  return Object.keys(parents).length === 0 ? null : { version: 2, parents }
}

/** A group hands limits down only while no process is in itself: where we are alone in it, we move into one below. */
async function handDown(parent: string): Promise<boolean> {
  const control = join(parent, 'cgroup.subtree_control')
  const given = (await readFile(control, 'utf8').catch(() => '')).trim().split(' ')
  if (limits.every((limit) => given.includes(limit))) return true
  const ours = join(parent, 'stithy-server')
  try {
    await mkdir(ours, { recursive: true })
    for (const pid of await processesIn(parent)) await writeFile(join(ours, 'cgroup.procs'), String(pid))
    await writeFile(control, limits.map((limit) => `+${limit}`).join(' '))
    return true
  } catch {
    await writeFile(join(parent, 'cgroup.procs'), String(process.pid)).catch(() => undefined)
    return given.includes('memory')
  }
}

async function mayMakeIn(parent: string): Promise<boolean> {
  const probe = join(parent, `${cgroupPrefix}probe-${process.pid}`)
  try {
    await mkdir(probe)
    await rmdir(probe)
    return true
  } catch {
    return false
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
