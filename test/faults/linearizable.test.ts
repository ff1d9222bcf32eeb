// Pushes, merges, commits through the API and reads of one branch, by many at once: for what each of them saw there is an
// order in which it happened one after the other. HISTORIES=200 in the environment makes a long night of it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findContradiction, type Operation } from '../chaos/linearize.ts'
import type { Answer, Client } from '../support/client.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { testMs } from '../support/patience.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const histories = Number(process.env['HISTORIES'] ?? 1)
const stepsEach = 4
const mostReads = 100
const content = Buffer.from('one\n').toString('base64')

let stithy: TestStithy
let ada: Person
let token: string
let history: Operation[] = []
let count = 0

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write', 'pulls:write'])
})
afterAll(() => stithy.stop())

const client = (): Client => stithy.client('B').as(token)

/** Notes when something was asked and answered. */
async function timed<T>(work: () => Promise<T>, note: (result: T) => object | null) {
  const asked = performance.now()
  const result = await work()
  const noted = note(result)
  if (noted !== null) history.push({ ...noted, asked, answered: performance.now() } as Operation)
  return result
}

const readBranch = (repo: string) =>
  timed(
    () => client().get(`repos/ada/${repo}/branches/main`),
    ({ body }) => ({ kind: 'read', saw: String(body.commit_sha), door: 'api' }),
  )

async function listRemote(repo: string): Promise<string> {
  const tip = await timed(
    async () => (await git('/', 'ls-remote', addressOf(stithy, token, `ada/${repo}`), 'refs/heads/main')).slice(0, 40),
    (saw) => ({ kind: 'read', saw, door: 'git' }),
  )
  return tip
}

/** What it was made from is known by the commit itself: nobody else can have made it. */
async function parentOf(repo: string, sha: string): Promise<string> {
  const { body } = await client().get(`repos/ada/${repo}/commits/${sha}`)
  return String(body.parents[0]?.sha ?? body.parents[0])
}

async function writeFile(repo: string): Promise<void> {
  const asked = performance.now()
  const answer = await client().send('PUT', `repos/ada/${repo}/contents/w-${++count}`, { body: { content } })
  const answered = performance.now()
  expect([200, 201, 409], answer.text).toContain(answer.status)
  if (answer.status === 409) return
  const to = String(answer.body.commit.sha)
  history.push({ kind: 'move', from: await parentOf(repo, to), to, outcome: 'moved', asked, answered })
}

async function merge(repo: string): Promise<void> {
  const branch = `topic-${++count}`
  const operations = [{ action: 'create', path: branch, content }]
  const body = { branch: 'main', new_branch: branch, message: branch, operations }
  const made = await client().post(`repos/ada/${repo}/contents`, body)
  if (made.status === 409) return
  const pull = await client().post(`repos/ada/${repo}/pulls`, {
    title: branch,
    source_branch: branch,
    target_branch: 'main',
  })
  const asked = performance.now()
  const answer: Answer = await client().post(`repos/ada/${repo}/pulls/${String(pull.body.number)}/merge`, {
    merge_method: 'squash',
  })
  const answered = performance.now()
  expect([200, 409], answer.text).toContain(answer.status)
  if (answer.status === 409) return
  const to = String(answer.body.merge_commit_sha)
  history.push({ kind: 'move', from: await parentOf(repo, to), to, outcome: 'moved', asked, answered })
}

async function push(repo: string, tree: string): Promise<void> {
  const address = addressOf(stithy, token, `ada/${repo}`)
  await git(tree, 'fetch', '-q', address, 'main')
  const from = await git(tree, 'rev-parse', 'FETCH_HEAD')
  await git(tree, 'checkout', '-q', '--detach', 'FETCH_HEAD')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', `Push ${++count}`)
  const to = await git(tree, 'rev-parse', 'HEAD')
  await timed(
    () => tryGit(tree, 'push', '-q', address, 'HEAD:refs/heads/main'),
    ({ code }) => ({ kind: 'move', from, to, outcome: code === 0 ? 'moved' : 'stayed' }),
  )
}

it(`${histories} histories of one branch have an order`, { timeout: testMs + histories * 30_000 }, async () => {
  for (let round = 0; round < histories; round++) {
    const repo = await newRepo(stithy, ada, `line-${round}`, { auto_init: true })
    const slug = `line-${round}`
    expect(repo).toBeDefined()
    const begin = String((await client().get(`repos/ada/${slug}/branches/main`)).body.commit_sha)
    history = []
    const trees = await Promise.all([0, 1].map(() => newFolder()))
    for (const tree of trees) await git(tree, 'init', '-q')
    const clients: readonly (() => Promise<unknown>)[] = [
      () => writeFile(slug),
      () => merge(slug),
      ...trees.map((tree) => () => push(slug, tree)),
    ]
    const writing = new AbortController()
    const reading = [() => readBranch(slug), () => listRemote(slug)].map(async (read) => {
      for (let step = 0; step < mostReads && !writing.signal.aborted; step++) await read()
    })
    await Promise.all(
      clients.map(async (act) => {
        for (let step = 0; step < stepsEach; step++) await act()
      }),
    )
    writing.abort()
    await Promise.all(reading)
    await readBranch(slug)
    await listRemote(slug)
    expect(history.filter((one) => one.kind === 'move' && one.outcome === 'moved').length).toBeGreaterThan(2)
    expect(findContradiction(history, begin)).toBeNull()
  }
})
