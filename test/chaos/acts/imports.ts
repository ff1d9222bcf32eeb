// Repositories that are brought from another server: from this one, which dies in the middle of it like any other.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryGit } from '../../support/git.ts'
import { type Act, ask, client, count, rows, unique, type World } from '../world.ts'

const lookEveryMs = 50
const patienceMs = 5_000

/** How it ended, as somebody is told who looks again and again; null where nobody tells. */
async function endOf(world: World, slug: string): Promise<unknown> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const { answer } = await ask(world, client(world, 'bob').get(`repos/bob/${slug}/import`))
    if (answer === null) return null
    if (answer.body?.state !== 'running') return answer.body?.state
    await sleep(lookEveryMs)
  }
  return null
}

/** All branches of upstream or none, and what was said to be there is. */
export const bringIn: Act = async (world) => {
  const slug = `i${unique(world)}`
  const url = `${world.replicas.at(-1)?.url}/ada/work.git`
  const call = client(world, 'bob').post('user/repos/import', { slug, url })
  // The other one may be dead; and those that died with the service count for a minute more.
  if ([400, 429].includes((await call.catch(() => null))?.status ?? 0)) return null
  const asked = await ask(world, call)
  if (asked.outcome === 'refused') return null
  const isDone = asked.outcome === 'done' && (await endOf(world, slug)) === 'done'
  return {
    what: `import of ${slug}`,
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
      const said = await count(
        world,
        `imports join repos on repos.id = repo_id where repos.slug = '${slug}' and state = 'done'`,
      )
      if (said === 1 && inGit === 0) return `${slug} is said to be there, and is empty`
      if (Number(repo['is_empty']) === (inGit === 0 ? 0 : 1)) return `${slug} is empty, or is not, and says otherwise`
      return inGit === 0 ? 'absent' : 'whole'
    },
  }
}
