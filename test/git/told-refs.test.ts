// Refs are told from the database, without a git: to the byte as git tells them.
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { keepVersions } from '../../src/features/pulls/keep-versions.ts'
import { findPullById } from '../../src/features/pulls/store.ts'
import { findRepoById } from '../../src/features/repos/find-repo.ts'
import { flushPkt, pktLine } from '../../src/git/pkt-line.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { folderOf, knownRefs } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string
/** What happens while refs have moved in git and nobody has written that down. */
let meanwhile: (() => Promise<void>) | null = null

beforeAll(async () => {
  const passing = async (point: string): Promise<void> => {
    if (point === 'refs.moved') await meanwhile?.()
  }
  stithy = await startStithy({}, { passing })
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  const api = stithy.client().as(ada.access)
  for (const slug of ['tool', 'bare']) await api.post('user/repos', { slug, is_public: true })
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'One')
  await git(tree, 'tag', 'light')
  await git(tree, 'tag', '-am', 'Annotated', 'heavy')
  await git(tree, 'tag', '-am', 'Of a tag', 'heavier', 'heavy')
  await git(tree, 'tag', '-am', 'Of a folder', 'folder', 'HEAD^{tree}')
  for (const name of ['main-2', 'a-b', 'a/b', 'a.c', 'über', '\u{ff5a}', '\u{1f528}', 'Main'])
    await git(tree, 'branch', name)
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/tool'), '--all')
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/tool'), '--tags', 'main:refs/notes/x')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'Two')
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/tool'), 'HEAD:refs/heads/a-b')
  // Brings refs of our own: what a pull request keeps.
  const pull = { title: 'Two', source_branch: 'a-b', target_branch: 'main' }
  const made = await api.post('repos/ada/tool/pulls', pull)
  if (made.status !== 201) throw new Error(made.text)
})
afterAll(() => stithy.stop())

const hidden = ['-c', 'safe.directory=*', '-c', 'transfer.hideRefs=refs/stithy']
const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }

const questions: Readonly<Record<string, readonly string[]>> = {
  everything: [],
  'a clone': ['peel', 'symrefs', 'unborn', 'ref-prefix refs/heads/', 'ref-prefix refs/tags/', 'ref-prefix HEAD'],
  'a fetch of one branch': [
    'peel',
    'symrefs',
    ...['main', 'refs/main', 'refs/tags/main', 'refs/heads/main', 'refs/remotes/main'].map(
      (name) => `ref-prefix ${name}`,
    ),
  ],
  'a part of a name': ['ref-prefix refs/heads/a', 'ref-prefix refs/heads/ü', 'ref-prefix refs/heads/\u{1f528}'],
  'names that begin with nothing': ['peel', 'ref-prefix '],
  'a part of where all begin': ['symrefs', 'ref-prefix re'],
  'nothing that is there': ['symrefs', 'unborn', 'ref-prefix refs/none/'],
  'more names than are looked for one by one': [
    'peel',
    ...Array.from({ length: 40 }, (_, n) => `ref-prefix refs/tags/h${n}`),
    'ref-prefix refs/tags/heav',
  ],
  'more names than are looked for here': Array.from({ length: 300 }, (_, n) => `ref-prefix refs/heads/${n % 7}a`),
  'a name with a NUL': ['ref-prefix refs/heads/\0'],
  'what is hidden': ['ref-prefix refs/stithy/', 'ref-prefix refs/pull/'],
}

async function expectToldAsByGit(slug: string): Promise<void> {
  const dir = await folderOf(stithy, 'ada', slug)
  for (const [what, words] of Object.entries(questions)) {
    const head = ['command=ls-refs\n', 'agent=git/2.39', 'object-format=sha1'].map(pktLine).join('')
    const question = `${head}0001${words.map((word) => pktLine(`${word}\n`)).join('')}${flushPkt}`
    const told = await ask(slug, question)
    const options = { input: question, env: { ...env, GIT_PROTOCOL: 'version=2' } }
    const said = execFileSync('git', [...hidden, 'upload-pack', '--stateless-rpc', dir], options)
    expect(told, what).toBe(said.toString())
  }
}

it.each(['tool', 'bare'])('of %s are told as git tells them', expectToldAsByGit)

it('are told as git tells them after every push, whatever was known before it', async () => {
  const tree = await newFolder()
  const address = addressOf(stithy, token, 'ada/tool')
  await git(tree, 'clone', '-q', address, '.')
  const push = async (...words: readonly string[]) => {
    await git(tree, 'push', '-q', address, ...words)
    await expectToldAsByGit('tool')
  }
  await git(tree, 'tag', '-am', 'Later', 'heavy-2')
  await push('HEAD:refs/heads/\u{1f527}', 'HEAD:refs/heads/a', ':refs/heads/a-b', ':refs/heads/a/b', ':refs/tags/light')
  await push('heavy-2', 'HEAD:refs/heads/z', 'HEAD:refs/heads/\u{ff59}')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'Three')
  await push('HEAD:main', '+heavy-2:refs/tags/heavy')
  await push(':refs/heads/\u{1f527}', ':refs/heads/a')
  const api = stithy.client().as(ada.access)
  const made = await api.post('repos/ada/tool/branches', { name: 'made-here', source: 'main' })
  expect(made.status, made.text).toBe(201)
  await expectToldAsByGit('tool')
})

it('of two who keep the commits of a pull request at once, neither is done before they are told', async () => {
  const { app } = stithy
  const { id, repo_id: repoId } = await app.db
    .selectFrom('threads')
    .select(['id', 'repo_id'])
    .where('number', '=', 1)
    .executeTakeFirstOrThrow()
  const [repo, pull] = [await findRepoById(app.db, repoId), await findPullById(app.db, id)]
  if (repo === null || pull === null) throw new Error('No pull request')
  await git(await folderOf(stithy, 'ada', 'tool'), 'update-ref', '-d', 'refs/pull/1/head')
  await inTransaction(app, async (tx) => {
    await tx.deleteFrom('refs').where('repo_id', '=', repoId).where('name', '=', 'refs/pull/1/head').execute()
  })
  const moved = new Promise<void>((resolve) => {
    meanwhile = async () => {
      meanwhile = null
      resolve()
      await sleep(100)
    }
  })
  const first = keepVersions(app, repo, pull)
  await moved
  await keepVersions(app, repo, pull)
  expect(await knownRefs(stithy, 'tool')).toHaveProperty(['refs/pull/1/head'])
  await first
})

it('whoever asks for something else is answered by git', async () => {
  expect(await ask('tool', `${pktLine('command=ls-refs')}0001${pktLine('no-such-word')}0000`)).not.toContain(
    'refs/heads',
  )
  expect(await ask('tool', `${pktLine('command=ls-refs')}${pktLine('object-format=sha256')}0000`)).not.toContain(
    'refs/heads',
  )
  expect(await ask('tool', `${pktLine('command=ls-refs')}0001ffff`)).not.toContain('refs/heads')
})

it.each(['tool', 'bare'])('who pushes to %s hears what git says', async (slug) => {
  const dir = await folderOf(stithy, 'ada', slug)
  for (const protocol of ['', 'version=1', 'version=2']) {
    const headers = { authorization: `Bearer ${token}`, 'git-protocol': protocol }
    const told = await stithy.client().send('GET', `/ada/${slug}/info/refs?service=git-receive-pack`, { headers })
    const more = ['-c', 'transfer.hideRefs=refs/pull', '-c', 'receive.advertisePushOptions=true']
    const words = [...hidden, ...more, 'receive-pack', '--stateless-rpc', '--advertise-refs', dir]
    const said = execFileSync('git', words, { env: { ...env, GIT_PROTOCOL: protocol } })
    expect(told.text).toBe(`${pktLine('# service=git-receive-pack\n')}0000${said.toString()}`)
  }
})

async function ask(slug: string, question: string): Promise<string> {
  const headers = { 'content-type': 'application/x-git-upload-pack-request', 'git-protocol': 'version=2' }
  return (await stithy.client().send('POST', `/ada/${slug}/git-upload-pack`, { raw: Buffer.from(question), headers }))
    .text
}

it('HEAD is the default branch whoever asked while that was changed', async () => {
  const api = stithy.client().as(ada.access)
  const headIn = async (protocol: string): Promise<string | undefined> => {
    const path = '/ada/tool/info/refs?service=git-upload-pack'
    const { text } = await stithy.client().send('GET', path, { headers: { 'git-protocol': protocol } })
    return /symref=HEAD:refs\/heads\/(\S+)/.exec(text)?.[1]
  }
  for (const name of ['main-2', 'main', 'a.c', 'main']) {
    const changing = api.send('PATCH', 'repos/ada/tool', { body: { default_branch: name } })
    const asking = Array.from({ length: 4 }, async () => {
      for (let left = 20; left > 0; left--) await headIn('')
    })
    expect((await changing).status).toBe(200)
    await Promise.all(asking)
    expect([await headIn(''), await headIn('version=1')]).toEqual([name, name])
  }
})

it('a name with a NUL is that of nobody', async () => {
  const authorization = `Basic ${Buffer.from('a\0:b').toString('base64')}`
  for (const path of ['/ada/tool/info/refs?service=git-receive-pack', '/ada/none/info/refs?service=git-upload-pack'])
    expect((await stithy.client().send('GET', path, { headers: { authorization } })).status, path).toBe(401)
})
