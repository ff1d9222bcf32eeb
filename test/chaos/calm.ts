// What has to hold when nothing is under way any more.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../process/database.ts'
import { count, filesIn, rows, type World } from './world.ts'

const root = join(import.meta.dirname, '../..')
const patienceMs = 90_000
const slowMs = 15_000

/** While nobody is there: as if all pauses between attempts were over, and every lease of the dead had lapsed. */
export async function letTimePass(world: World): Promise<void> {
  const place = { dataDir: world.dataDir, port: '', env: world.env }
  const all = [
    "update jobs set run_at = 0 where state = 'ready'",
    'update jobs set lease_until = 0 where lease_until is not null',
    "update hook_deliveries set due_at = 0 where state = 'waiting'",
    "update webhooks set due_at = 0 where id in (select hook_id from hook_deliveries where state = 'waiting')",
    'update webhooks set lease_until = 0 where lease_until is not null',
    'update push_journal set lease_until = 0',
    'update pipelines set lease_until = 0 where lease_until is not null',
  ]
  for (const one of all) await query(place, one)
}

/** What is not at its end yet; empty when all is calm. */
async function underWay(world: World): Promise<readonly string[]> {
  const left = {
    'pushes in the journal': await count(world, 'push_journal'),
    jobs: await count(world, "jobs where state <> 'dead'"),
    deliveries: await count(world, "hook_deliveries where state = 'waiting'"),
    pipelines: await count(world, 'pipelines where finished_at is null'),
    // Deleted and not yet removed, or to be put back; on PostgreSQL only when nobody can be at it any more.
    'folders in the trash': (await filesIn(world, 'trash')).length,
  }
  return Object.entries(left).flatMap(([name, times]) => (times === 0 ? [] : [`${times} ${name}`]))
}

/** Waits for the end of all that follows from what was done. Returns what does not come to one. */
export async function awaitCalm(world: World): Promise<readonly string[]> {
  const until = performance.now() + patienceMs
  let isSlow = false
  for (;;) {
    // Twice: what ends between two counts may have begun what was counted first.
    const left = [...(await underWay(world)), ...(await underWay(world))]
    if (left.length === 0) return []
    if (!isSlow && performance.now() > until - patienceMs + slowMs) {
      isSlow = true
      world.slow.push([...left, ...(await whyNot(world))].join(' '))
    }
    if (performance.now() > until) return [...left, ...(await whyNot(world))]
    await sleep(30)
  }
}

async function whyNot(world: World): Promise<readonly string[]> {
  const jobs = await rows(
    world,
    "select name, state, attempts, run_at, lease_until, last_error from jobs where state <> 'dead' limit 5",
  )
  return jobs.map((job) => JSON.stringify(job))
}

/** Anything that is still there although nobody works on it. */
export async function findLeftovers(world: World): Promise<readonly string[]> {
  const until = performance.now() + 10_000
  for (;;) {
    const found = [...leftoverFiles(world), ...orphanedProcesses(world)]
    if (found.length === 0 || performance.now() > until) return found
    await sleep(100)
  }
}

const tracked = /\.lock$|tmp_objdir|\/tmp_obj_|\.making$|\.part$|^trash\/|^blobs\/incoming\/|\/unborn$/
/** Where others might be at work, what is young is left alone. */
const agedOnPostgres = /\.making$|\/unborn$|^blobs\/incoming\/|tmp_objdir|\/tmp_obj_/

function leftoverFiles(world: World): readonly string[] {
  const names = readdirSync(world.dataDir, { recursive: true, encoding: 'utf8' })
  const onPostgres = world.env['DATABASE_URL'] !== undefined
  return names.filter((name) => {
    if (name === 'serve.lock' || !tracked.test(name)) return false
    return !(onPostgres && agedOnPostgres.test(name))
  })
}

/** Programs that work in the data directory and belong to none of our processes. */
function orphanedProcesses(world: World): readonly string[] {
  const parents = new Map<number, number>()
  const inside: number[] = []
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      parents.set(Number(entry), Number(stat[1]))
      if (readlinkSync(`/proc/${entry}/cwd`).startsWith(world.dataDir)) inside.push(Number(entry))
    } catch {
      // It ended meanwhile.
    }
  }
  const ours = new Set(world.replicas.map((one) => one.pid))
  const isOurs = (pid: number): boolean => ours.has(pid) || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  return inside.filter((pid) => !isOurs(pid)).map((pid) => `process ${pid}`)
}

/** Null when the doctor has nothing to say. */
export function askDoctor(world: World): string | null {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/main.js'), 'doctor'], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: join(root, 'dist/.compiled'), ...world.env },
    encoding: 'utf8',
  })
  const isFine = status === 0 && !/WRONG|brought in line|recreated|set right|left alone|ended now/.test(stdout)
  return isFine ? null : `doctor (${status}): ${stdout}${stderr}`
}
