// Repositories that come, get another name, and go; and forks.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Act, ask, client, count, rows, sightOf, unique, type World } from '../world.ts'

/** Whether its folder is where it should be. */
async function foldersOf(world: World, owner: string, slugs: readonly string[]): Promise<number> {
  const names = slugs.map((slug) => `'${slug}'`).join(', ')
  const found = await rows(world, `select uuid from repos where slug in (${names})`)
  return found.filter(({ uuid }) => existsSync(join(world.dataDir, 'repositories', owner, `${String(uuid)}.git`)))
    .length
}

function audited(world: World, event: string, name: string): Promise<number> {
  return count(world, `audit where event = '${event}' and target_name = '${name}'`)
}

/** How far a repository has come: 0 not made, 1 made, 2 renamed, 3 deleted. */
export const lifeOfRepository: Act = async (world) => {
  const first = `r${unique(world)}`
  const second = `${first}-new`
  const ada = () => client(world, 'ada')
  const steps = [
    () => ada().post('user/repos', { slug: first, auto_init: true }),
    () => ada().send('PATCH', `repos/ada/${first}`, { body: { slug: second } }),
    () => ada().send('DELETE', `repos/ada/${second}`),
  ]
  let reached = 0
  let asked = 0
  for (const step of steps.slice(0, 1 + world.random.below(3))) {
    asked = reached + 1
    const { outcome } = await ask(world, step())
    if (outcome === 'refused') return null
    if (outcome === 'unknown') break
    reached = asked
  }
  return {
    what: `repository ${first}, asked for step ${asked}`,
    outcome: reached === asked ? 'done' : 'unknown',
    look: async () => {
      const made = await audited(world, 'REPO_CREATED', `ada/${first}`)
      const renamed = await audited(world, 'REPO_UPDATED', `ada/${first}`)
      const deleted = await audited(world, 'REPO_DELETED', `ada/${second}`)
      const step = made + renamed + deleted
      const isThere = step === 1 || step === 2 ? 1 : 0
      const inPlace = sightOf(isThere, {
        row: await count(world, `repos where slug = '${step === 1 ? first : second}'`),
        folder: await foldersOf(world, 'ada', [first, second]),
        readme: await count(
          world,
          `refs where repo_id in (select id from repos where slug in ('${first}', '${second}'))`,
        ),
      })
      if (inPlace !== 'whole' && inPlace !== 'absent') return inPlace
      if (step !== reached && step !== asked) return `at step ${step}, after ${reached}, asked for ${asked}`
      return step === asked ? 'whole' : 'absent'
    },
  }
}

export const fork: Act = async (world) => {
  const slug = `f${unique(world)}`
  const { outcome } = await ask(world, client(world, 'bob').post('repos/ada/work/forks', { slug }))
  if (outcome === 'refused') return null
  return {
    what: `fork ${slug}`,
    outcome,
    look: async () => {
      const row = await count(world, `repos where slug = '${slug}'`)
      const folder = await foldersOf(world, 'bob', [slug])
      return sightOf(row, { row, folder, audit: await audited(world, 'REPO_FORKED', `bob/${slug}`) })
    },
  }
}
