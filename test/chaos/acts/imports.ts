// Repositories that are brought from another server, once or again and again: from this one, which dies in the middle of it
// like any other.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../support/client.ts'
import { tryGit } from '../../support/git.ts'
import { type Act, ask, client, count, rows, unique, type World } from '../world.ts'

const lookEveryMs = 50
const patienceMs = 5_000

interface Way {
  readonly what: string
  /** What is said besides the address. */
  readonly body: object
  /** Where to look how far it is. */
  readonly at: string
  readonly isUnderWay: (body: Answer['body']) => boolean
  readonly isDone: (body: Answer['body']) => boolean
  /** The rows that say that it is there. */
  readonly said: string
}

const once: Way = {
  what: 'import',
  body: {},
  at: 'import',
  isUnderWay: (body) => body?.state === 'running',
  isDone: (body) => body?.state === 'done',
  said: "imports where state = 'done'",
}

const again: Way = {
  what: 'mirror',
  body: { mirror: true },
  at: 'mirror',
  isUnderWay: (body) => body?.state === 'running',
  isDone: (body) => typeof body?.last_synced_at === 'string',
  said: 'mirrors where synced_at is not null',
}

/** Whether it came, as somebody is told who looks again and again. */
async function hasCome(world: World, slug: string, way: Way): Promise<boolean> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const { answer } = await ask(world, client(world, 'bob').get(`repos/bob/${slug}/${way.at}`))
    if (answer === null) return false
    if (!way.isUnderWay(answer.body)) return way.isDone(answer.body)
    await sleep(lookEveryMs)
  }
  return false
}

export const bringIn: Act = (world) => bring(world, once)
export const follow: Act = (world) => bring(world, again)

/** All branches of upstream or none, and what was said to be there is. */
async function bring(world: World, way: Way): ReturnType<Act> {
  const slug = `i${unique(world)}`
  const url = `${world.replicas.at(-1)?.url}/ada/work.git`
  const call = client(world, 'bob').post('user/repos/import', { slug, url, ...way.body })
  // The other one may be dead; and those that died with the service count for a minute more.
  if ([400, 429].includes((await call.catch(() => null))?.status ?? 0)) return null
  const asked = await ask(world, call)
  if (asked.outcome === 'refused') return null
  const isDone = asked.outcome === 'done' && (await hasCome(world, slug, way))
  return {
    what: `${way.what} of ${slug}`,
    outcome: isDone ? 'done' : 'unknown',
    look: async () => {
      const [repo] = await rows(world, `select uuid, is_empty from repos where slug = '${slug}'`)
      if (repo === undefined) return asked.outcome === 'done' ? `${slug} was made, and is gone` : 'absent'
      const folder = join(world.dataDir, 'repositories', 'bob', `${String(repo['uuid'])}.git`)
      if (!existsSync(folder)) return `${slug} has no folder`
      const { stdout } = await tryGit(folder, 'for-each-ref', '--format=%(refname)')
      const inGit = stdout.split('\n').filter((name) => name !== '').length
      const known = await count(world, `refs join repos on repos.id = repo_id where repos.slug = '${slug}'`)
      if (inGit !== known) return `git has ${inGit} refs in ${slug}, and the database ${known}`
      const said = await count(world, `${way.said} and repo_id = (select id from repos where slug = '${slug}')`)
      if (said === 1 && inGit === 0) return `${slug} is said to be there, and is empty`
      if (Number(repo['is_empty']) === (inGit === 0 ? 0 : 1)) return `${slug} is empty, or is not, and says otherwise`
      return inGit === 0 ? 'absent' : 'whole'
    },
  }
}
