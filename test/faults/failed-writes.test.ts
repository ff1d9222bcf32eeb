// No room, a failing disk or no descriptor at each named point of every flow that writes: no half state, no lie, and the
// same works when the trouble is over. Points behind a commit stand for an answer of the database that was lost.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Checkpoint } from '../../src/core/checkpoint.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { checkCounts } from '../../src/features/soundness/check-counts.ts'
import { checkEffects } from '../../src/features/soundness/check-effects.ts'
import { checkRefs } from '../../src/features/transport/check-refs.ts'
import { reconcilePushes } from '../../src/features/transport/reconcile-pushes.ts'
import type { Answer, Client } from '../support/client.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, password, signIn } from '../support/people.ts'
import { startReceiver } from '../support/receiver.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { inTurns } from '../support/thorough.ts'

const failures = ['ENOSPC', 'EIO', 'EMFILE'] as const
const content = Buffer.from('one\n').toString('base64')

let stithy: TestStithy
let token: string
let tree: string
let count = 0
/** Where the next write fails. */
let armed: { readonly at: Checkpoint; readonly code: string } | null = null

function passing(checkpoint: Checkpoint): undefined {
  if (armed?.at !== checkpoint) return undefined
  const { code } = armed
  armed = null
  throw Object.assign(new Error(`${code}: failed on purpose`), { code, syscall: 'write' })
}

beforeAll(async () => {
  stithy = await startStithy({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }, { passing })
  await newPerson(stithy, 'ada')
  await newPerson(stithy, 'bob')
  token = await newToken(await session(), ['repo:write', 'pulls:write', 'issues:write', 'ci:write'])
  await client().post('user/repos', { slug: 'work', auto_init: true, is_public: true })
  tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'topic')
})
afterAll(() => stithy.stop())

const client = (): Client => stithy.client('B').as(token)
/** Anew each time: the clock runs ahead of what a session lasts. */
async function session(): Promise<Client> {
  return stithy.client('B').as((await signIn(stithy, 'ada')).access)
}

type Outcome = Pick<Answer, 'status' | 'text'>

/** A push that arrived, or did not, as if the API had answered. */
async function pushTo(slug: string): Promise<Outcome> {
  const { code, stderr } = await tryGit(tree, 'push', '-q', addressOf(stithy, token, `ada/${slug}`), 'topic')
  return { status: code === 0 ? 200 : 503, text: stderr }
}

/** A form that was sent: on to the next page, or back with what is wrong. */
async function press(username: string, path: string, fields: Record<string, string>): Promise<Outcome> {
  const { cookie } = await signIn(stithy, username)
  const { status, text } = await stithy.client().send('POST', path, { fields, cookie })
  return { status: status === 303 ? 200 : status, text }
}

interface Flow {
  readonly points: readonly Checkpoint[]
  /** Makes what it needs, and returns what is to fail: the same each time that it is called. */
  readonly prepare: () => Promise<() => Promise<Outcome>>
}

const around = (...told: readonly string[]): readonly Checkpoint[] =>
  told.flatMap((one): Checkpoint[] => [`commit:${one}`, `committed:${one}`])

const moving: readonly Checkpoint[] = [
  'push.judged',
  'push.journaled',
  'refs.moved',
  'push.settling',
  'push.settled',
  ...around('push.journal', 'repo.pushed'),
]

async function newRepo(): Promise<string> {
  const slug = `r${++count}`
  expect((await client().post('user/repos', { slug })).status).toBe(201)
  return slug
}

async function newPull(): Promise<string> {
  const branch = `b${++count}`
  const operations = [{ action: 'create', path: branch, content }]
  await client().post('repos/ada/work/contents', { branch: 'main', new_branch: branch, message: branch, operations })
  const input = { title: branch, source_branch: branch, target_branch: 'main' }
  return String((await client().post('repos/ada/work/pulls', input)).body.number)
}

const flows: Readonly<Record<string, Flow>> = {
  register: {
    points: ['owner.folder-made', ...around('user.registered')],
    prepare: async () => {
      const username = `u${++count}`
      const body = { username, email: `${username}@example.org`, password }
      return () => stithy.client('B').post('auth/register', body)
    },
  },
  'delete of an account': {
    points: ['owner.moved-away', ...around('user.deleted')],
    prepare: async () => {
      const username = `u${++count}`
      await stithy.client('B').post('auth/register', { username, email: `${username}@example.org`, password })
      return async () => (await session()).send('DELETE', `admin/users/${username}`)
    },
  },
  'new repository': {
    points: ['repo.folder-made', ...around('REPO_CREATED')],
    prepare: async () => {
      const slug = `r${++count}`
      return () => client().post('user/repos', { slug })
    },
  },
  'new repository with a README': {
    points: ['repo.folder-made', 'push.settling', 'push.settled', ...around('REPO_CREATED', 'repo.pushed')],
    prepare: async () => {
      const slug = `readme-${++count}`
      return () => client().post('user/repos', { slug, auto_init: true })
    },
  },
  fork: {
    points: ['repo.copied', ...around('repo.forked')],
    prepare: async () => {
      const slug = `f${++count}`
      return () => client().post('repos/ada/work/forks', { slug })
    },
  },
  rename: {
    points: around('REPO_UPDATED'),
    prepare: async () => {
      const slug = await newRepo()
      return () => client().send('PATCH', `repos/ada/${slug}`, { body: { slug: `${slug}-new` } })
    },
  },
  'default branch': {
    points: ['repo.aligning'],
    prepare: async () => {
      const slug = await newRepo()
      return () => client().send('PATCH', `repos/ada/${slug}`, { body: { default_branch: `main${++count}` } })
    },
  },
  transfer: {
    points: ['repo.moved', ...around('REPO_TRANSFERRED')],
    prepare: async () => {
      const slug = await newRepo()
      return async () => (await session()).post(`repos/ada/${slug}/transfer`, { new_owner: 'bob' })
    },
  },
  'delete of a repository': {
    points: ['repo.moved-away', ...around('repo.deleted')],
    prepare: async () => {
      const slug = await newRepo()
      return () => client().send('DELETE', `repos/ada/${slug}`)
    },
  },
  push: {
    points: moving,
    prepare: async () => {
      await git(tree, 'commit', '-q', '--allow-empty', '-m', `Push ${++count}`)
      return () => pushTo('work')
    },
  },
  'first push': {
    points: ['head.pointed'],
    prepare: async () => {
      const slug = await newRepo()
      await git(tree, 'commit', '-q', '--allow-empty', '-m', `Push ${++count}`)
      return () => pushTo(slug)
    },
  },
  merge: {
    points: ['merge.made', ...moving, ...around('pull.merged')],
    prepare: async () => {
      const number = await newPull()
      return () => client().post(`repos/ada/work/pulls/${number}/merge`, { merge_method: 'squash' })
    },
  },
  'revert of a commit': {
    points: moving,
    prepare: async () => {
      const branch = `b${++count}`
      const operations = [{ action: 'create', path: branch, content }]
      const input = { branch: 'main', new_branch: branch, message: branch, operations }
      const { body } = await client().post('repos/ada/work/contents', input)
      const fields = { branch, target: 'new', new_branch: `${branch}-reverted`, message: '' }
      return () => press('ada', `/ada/work/revert/${String(body.commit.sha)}`, fields)
    },
  },
  'editing in a fork': {
    points: ['repo.copied', ...around('repo.forked'), ...moving],
    prepare: async () => {
      const slug = `edited-${++count}`
      await client().post('user/repos', { slug, auto_init: true, is_public: true })
      return () => press('bob', `/ada/${slug}/fork-edit/main/README.md`, {})
    },
  },
  issue: {
    points: around('issue.opened'),
    prepare: async () => () => client().post('repos/ada/work/issues', { title: `Issue ${++count}` }),
  },
  comment: {
    points: around('comment.created'),
    prepare: async () => {
      const { body } = await client().post('repos/ada/work/issues', { title: `Issue ${++count}` })
      return () => client().post(`repos/ada/work/issues/${String(body.number)}/comments`, { body: 'So it is.' })
    },
  },
  variable: {
    points: around('VARIABLE_CREATED'),
    prepare: async () => {
      const key = `V${++count}`
      return async () => (await session()).post('repos/ada/work/ci/variables', { key, value: 'a long secret' })
    },
  },
  webhook: {
    points: around('WEBHOOK_CREATED'),
    prepare: async () => async () =>
      (await session()).post('repos/ada/work/hooks', { url: `http://127.0.0.1:9/${++count}` }),
  },
}

/** Whoever sleeps until some time has to look at the clock again. */
function wake(): Promise<void> {
  return inTransaction(stithy.app, async (tx) => {
    await tx.notify('jobs')
    await tx.notify('hooks')
  })
}

async function foldersOf(folder: string): Promise<readonly string[]> {
  return (await readdir(join(stithy.dataDir, folder))).toSorted()
}

/** What has to hold between any two calls, whatever became of the first. */
async function expectWhole(): Promise<void> {
  const { db } = stithy.app
  const owners = await db.selectFrom('owners').select('directory').execute()
  expect(await foldersOf('repositories')).toEqual(owners.map((one) => one.directory).toSorted())
  const repos = await db
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['repos.uuid', 'owners.directory'])
    .execute()
  const wanted = repos.map(({ uuid, directory }) => `${directory}/${uuid}.git`).toSorted()
  const there = await Promise.all(
    owners.map(async ({ directory }) =>
      (await foldersOf(`repositories/${directory}`)).map((name) => `${directory}/${name}`),
    ),
  )
  expect(there.flat().toSorted()).toEqual(wanted)
  // What was let through and not ended is taken up as soon as its lease has lapsed.
  const journal = db.selectFrom('push_journal').select('id')
  if ((await journal.execute()).length > 0) stithy.advance(10_000)
  await reconcilePushes(stithy.app, 'serving')
  expect(await journal.execute()).toEqual([])
  const begun = db.selectFrom('repos').select('slug').where('slug', 'like', 'readme-%').where('is_empty', '=', 1)
  expect(await begun.execute()).toEqual([])
  expect(await checkRefs(stithy.app, 'connected')).toMatchObject({ mended: [], lost: [], damaged: [] })
  expect([...(await checkEffects(stithy.app)), ...(await checkCounts(stithy.app))]).toEqual([])
}

const turns = Object.entries(flows).map(([name, flow], turn) => ({
  name,
  prepare: flow.prepare,
  points: inTurns(flow.points, 3, turn),
}))

/** All repositories but the one of the beginning: each would be looked into again after every other failure. */
async function removeRepos(): Promise<void> {
  const made = stithy.app.db.selectFrom('repos').innerJoin('owners', 'owners.id', 'repos.owner_id')
  for (const { name, slug } of await made.select(['name', 'slug']).where('slug', '!=', 'work').execute()) {
    const { access } = await signIn(stithy, name)
    expect((await stithy.client('B').as(access).send('DELETE', `repos/${name}/${slug}`)).status).toBe(204)
  }
}

describe.each(turns)('$name', ({ points, prepare }) => {
  afterEach(removeRepos)

  it.each(points)('fails at %s as a whole, or not at all', async (at) => {
    const act = await prepare()
    armed = { at, code: failures[count % failures.length] ?? 'EIO' }
    const failed = await act()
    expect(armed, `nothing came by ${at}`).toBeNull()
    // Once the refs have moved somebody else may bring it to its end: who merges looks what came of it, and can say so.
    const isMoved = at === 'refs.moved' || at === 'push.settling' || at === 'push.settled'
    expect(isMoved ? [200, 503] : [503], failed.text).toContain(failed.status)
    await expectWhole()
    const again = await act()
    // Done by now, or done before: then there is nothing left to do, or it is there already.
    expect([200, 201, 202, 204, 403, 404, 409, 422], again.text).toContain(again.status)
    await expectWhole()
  })
})

describe('files', () => {
  it.each<Checkpoint>(['blob.received', 'blob.placed', 'commit:blob.stored', 'committed:blob.stored'])(
    'a large file that fails at %s can be sent again',
    async (at) => {
      const text = `large ${++count}`
      const path = `/ada/work.git/info/lfs/objects/${createHash('sha256').update(text).digest('hex')}`
      armed = { at, code: 'ENOSPC' }
      expect((await client().send('PUT', path, { raw: text })).status).toBe(507)
      expect((await client().send('PUT', path, { raw: text })).status).toBe(200)
      expect((await client().get(path)).text).toBe(text)
      expect(await foldersOf('blobs/incoming')).toEqual([])
    },
  )

  it('a database that is away is not a disk that is full: the large file is sent again later', async () => {
    const text = `large ${++count}`
    const path = `/ada/work.git/info/lfs/objects/${createHash('sha256').update(text).digest('hex')}`
    armed = { at: 'commit:blob.stored', code: 'ECONNREFUSED' }
    expect((await client().send('PUT', path, { raw: text })).status).toBe(503)
    expect((await client().send('PUT', path, { raw: text })).status).toBe(200)
  })
})

describe('what follows by itself', () => {
  it.each<Checkpoint>([
    'run:mail.verify-email',
    'mail.sending',
    'mail.sent',
    'ran:mail.verify-email',
    'commit:job.finished',
  ])('a mail whose job fails at %s is there once in the end', async (at) => {
    const username = `u${++count}`
    armed = { at, code: 'EIO' }
    await stithy.client('B').post('auth/register', { username, email: `${username}@example.org`, password })
    await eventually(() => expect(armed).toBeNull())
    await eventually(async () => {
      stithy.advance(20_000)
      await wake()
      const left = await stithy.app.db.selectFrom('jobs').select(['name', 'attempts', 'last_error']).execute()
      expect(left).toEqual([])
    })
    expect(await stithy.mails(`${username}@example.org`)).toHaveLength(1)
  })

  it.each<Checkpoint>([
    'hook.sending',
    'hook.sent',
    'commit:hook.body',
    'commit:hook.outcome',
    'committed:hook.outcome',
  ])('a receiver hears of an issue under one id, whatever fails at %s', async (at) => {
    const receiver = await startReceiver()
    const hook = await (await session()).post('repos/ada/work/hooks', { url: receiver.url, events: ['issues'] })
    armed = { at, code: 'EIO' }
    const title = `Told ${++count}`
    await client().post('repos/ada/work/issues', { title })
    await eventually(() => expect(armed).toBeNull())
    await eventually(async () => {
      stithy.advance(40_000)
      await wake()
      expect(receiver.received.some(({ text }) => text.includes(title))).toBe(true)
      const waiting = stithy.app.db.selectFrom('hook_deliveries').select('id').where('state', '=', 'waiting')
      expect(await waiting.where('source', 'like', `%${title}%`).execute()).toEqual([])
    })
    const told = receiver.received.filter(({ text }) => text.includes(title))
    expect(new Set(told.map(({ headers }) => headers['x-svc-delivery'])).size).toBe(1)
    await (await session()).send('DELETE', `repos/ada/work/hooks/${String(hook.body.id)}`)
    await receiver.stop()
  })

  it('the trash is empty in the end', async () => {
    await eventually(async () => {
      stithy.advance(20_000)
      await wake()
      expect(existsSync(join(stithy.dataDir, 'trash')) ? await foldersOf('trash') : []).toEqual([])
    })
  })
})
