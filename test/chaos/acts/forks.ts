// Forks that catch up, and give something back.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { tryGit } from '../../support/git.ts'
import { lfsPointer } from '../../support/lfs-pointer.ts'
import { type Act, ask, client, count, rows, sightOf, unique, type World } from '../world.ts'

/** A fork of Bob's, of which nothing more is said here: null where it did not come about. */
async function newFork(world: World): Promise<string | null> {
  const slug = `g${unique(world)}`
  const { outcome } = await ask(world, client(world, 'bob').post('repos/ada/work/forks', { slug }))
  return outcome === 'done' ? slug : null
}

async function folderOf(world: World, slug: string): Promise<string> {
  const [row] = await rows(world, `select uuid from repos where slug = '${slug}'`)
  return join(world.dataDir, 'repositories', 'bob', `${String(row?.['uuid'])}.git`)
}

/** Whether the fork's main has what upstream's had when it was asked to catch up. */
export const sync: Act = async (world) => {
  const slug = await newFork(world)
  if (slug === null) return null
  const path = `s-${unique(world)}`
  const content = Buffer.from('new\n').toString('base64')
  const written = client(world, 'ada').send('PUT', `repos/ada/work/contents/${path}`, { body: { content } })
  if ((await ask(world, written)).outcome !== 'done') return null
  const { outcome } = await ask(world, client(world, 'bob').post(`repos/bob/${slug}/sync`, {}))
  if (outcome === 'refused') return null
  return {
    what: `sync of ${slug}, which brings ${path}`,
    outcome,
    look: async () => {
      const folder = await folderOf(world, slug)
      if (!existsSync(folder)) return `${slug} has no folder`
      const isThere = (await tryGit(folder, 'cat-file', '-e', `refs/heads/main:${path}`)).code === 0 ? 1 : 0
      const tip = (await tryGit(folder, 'rev-parse', '--verify', '-q', 'refs/heads/main')).stdout.trim()
      const known = await count(
        world,
        `refs join repos on repos.id = repo_id where repos.slug = '${slug}' and name = 'refs/heads/main' and sha = '${tip}'`,
      )
      return known === 1 ? sightOf(isThere, { isThere }) : `git has ${tip} in ${slug}, and the database does not`
    },
  }
}

/** A large file goes from a fork to upstream, by the merge of a pull request that points to it. */
export const giveBack: Act = async (world) => {
  const slug = await newFork(world)
  if (slug === null) return null
  const text = `given ${unique(world)} `.repeat(100)
  const oid = createHash('sha256').update(text).digest('hex')
  const pointer = lfsPointer(oid, text.length)
  const path = `lfs-${slug}`
  const bob = () => client(world, 'bob')
  const operations = [{ action: 'create', path, content: Buffer.from(pointer).toString('base64') }]
  const commit = { branch: 'main', new_branch: 'gift', message: 'Give', operations }
  const offer = { title: `Gift ${slug}`, body: '', source_branch: 'gift', target_branch: 'main' }
  const steps = [
    () => bob().send('PUT', `/bob/${slug}.git/info/lfs/objects/${oid}`, { raw: text }),
    () => bob().post(`repos/bob/${slug}/contents`, commit),
    () => bob().post('repos/ada/work/pulls', { ...offer, source_repo: `bob/${slug}` }),
  ]
  let number = ''
  for (const step of steps) {
    const { outcome, answer } = await ask(world, step())
    if (outcome !== 'done') return null
    number = String(answer?.body?.number)
  }
  const merging = client(world, 'ada').post(`repos/ada/work/pulls/${number}/merge`, { merge_method: 'merge' })
  const { outcome } = await ask(world, merging)
  if (outcome === 'refused') return null
  return {
    what: `merge of "Gift ${slug}"`,
    outcome,
    look: async () => {
      const isMerged = (await tryGit(world.work, 'cat-file', '-e', `refs/heads/main:${path}`)).code === 0 ? 1 : 0
      const state = await count(world, `threads where title = 'Gift ${slug}' and state = 'merged'`)
      if (isMerged === 0) return sightOf(0, { state })
      const row = await count(
        world,
        `lfs_objects join repos on repos.id = repo_id where oid = '${oid}' and repos.slug = 'work'`,
      )
      const answer = await client(world, 'ada').get(`/ada/work.git/info/lfs/objects/${oid}`)
      return sightOf(1, { state, row, bytes: answer.status === 200 && answer.text === text ? 1 : 0 })
    },
  }
}
