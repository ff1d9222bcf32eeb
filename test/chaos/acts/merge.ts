// A pull request from its branch to its merge.
import { tryGit } from '../../support/git.ts'
import { type Act, ask, type Claim, client, count, type Outcome, sightOf, unique, type World } from '../world.ts'

const repo = 'repos/ada/work'
const content = Buffer.from('one\n').toString('base64')

async function isOnMain(world: World, path: string): Promise<number> {
  return (await tryGit(world.work, 'cat-file', '-e', `refs/heads/main:${path}`)).code === 0 ? 1 : 0
}

export const writeFile: Act = async (world) => {
  const path = `w-${unique(world)}`
  const { outcome } = await ask(
    world,
    client(world, 'ada').send('PUT', `${repo}/contents/${path}`, { body: { content } }),
  )
  if (outcome === 'refused') return null
  return {
    what: `file ${path}`,
    outcome,
    look: async () => {
      const isThere = await isOnMain(world, path)
      return sightOf(isThere, { isThere })
    },
  }
}

export const merge: Act = async (world) => {
  const branch = `topic-${unique(world)}`
  const operations = [{ action: 'create', path: `m-${branch}`, content }]
  const body = { branch: 'main', new_branch: branch, message: `Make ${branch}`, operations }
  if ((await ask(world, client(world, 'ada').post(`${repo}/contents`, body))).outcome !== 'done') return null
  const opening = { title: `Take ${branch}`, body: '', source_branch: branch, target_branch: 'main' }
  const opened = await ask(world, client(world, 'ada').post(`${repo}/pulls`, opening))
  if (opened.outcome === 'refused') return null
  if (opened.outcome === 'unknown') return claimOf(world, branch, 'unknown', null)
  const method = world.random.pick(['merge', 'squash', 'rebase'])
  const merging = client(world, 'ada').post(`${repo}/pulls/${String(opened.answer?.body.number)}/merge`, {
    merge_method: method,
    delete_branch: world.random.chance(0.5),
  })
  const { outcome } = await ask(world, merging)
  return claimOf(world, branch, outcome === 'refused' ? 'done' : outcome, outcome === 'refused' ? null : outcome)
}

/** `merged`: what is known of its merge; null where nobody asked for one, or it was refused. */
function claimOf(world: World, branch: string, outcome: 'done' | 'unknown', merged: Outcome | null): Claim {
  const title = `Take ${branch}`
  return {
    what: `pull request "${title}"${merged === null ? '' : ', merged'}`,
    outcome,
    look: async () => {
      const pulls = await count(world, `pulls join threads on threads.id = thread_id where title = '${title}'`)
      if (pulls !== 1 || merged === null) return sightOf(pulls === 0 ? 0 : 1, { pulls })
      const isThere = await isOnMain(world, `m-${branch}`)
      const state = await count(world, `threads where title = '${title}' and state = 'merged'`)
      const shown = await count(
        world,
        `timeline_events join threads on threads.id = thread_id where title = '${title}' and type = 'merged'`,
      )
      const told = await count(
        world,
        `hook_deliveries where event = 'pull_request' and body like '%${title}%' and source like '%"action":"merged"%'`,
      )
      return sightOf(isThere, { isThere, state, shown, told })
    },
  }
}
