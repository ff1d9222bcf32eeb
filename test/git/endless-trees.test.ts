// A few small folders, each of which names the next ten times: a push of some hundred bytes with billions of files.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { addressOf, git } from '../support/git.ts'
import { newPerson, newToken } from '../support/people.ts'
import { ending, oneJob } from '../support/pipelines.ts'
import { newRepo, workTree } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let client: Client
let address: string
let sha: string
const repo = 'repos/ada/endless'

beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' })
  const ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(ada.access)
  await newRepo(stithy, ada, 'endless')
  address = addressOf(stithy, await newToken(client, ['repo:write']), 'ada/endless')
  const tree = await workTree()
  const write = (words: readonly string[], input: string): string =>
    execFileSync('git', words, { cwd: tree, input }).toString().trim()
  const blob = (text: string): string => write(['hash-object', '-w', '--stdin'], text)
  const folder = (lines: readonly string[]): string => write(['mktree'], lines.map((line) => `${line}\n`).join(''))
  const ten = (what: string): string[] => Array.from({ length: 10 }, (_, at) => `${what}\t${at}`)
  let inner = folder(ten(`100644 blob ${blob('x')}`))
  for (let level = 0; level < 9; level += 1) inner = folder(ten(`040000 tree ${inner}`))
  const file = blob(oneJob('true', 'when: { path: "a/**" }\n'))
  const root = folder([`040000 tree ${inner}\tendless`, `100644 blob ${file}\t.svc-ci.yml`])
  await git(tree, 'push', '-q', address, 'main')
  sha = await git(tree, 'commit-tree', '-p', 'main', '-m', 'Endless', root)
  await git(tree, 'push', '-q', address, `${sha}:refs/heads/endless`)
})
afterAll(() => stithy.stop())

it('is refused to jobs before a file of it is written', async () => {
  const [made] = (await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body.items
  const done = await ending(client, repo, made.id)
  expect(done).toMatchObject({ status: 'error', error: expect.stringContaining('too many for a job') })
})

it('is compared with nothing: what it differs in has no end', async () => {
  for (const path of ['compare/main...endless', `commits/${sha}/diff`]) {
    const answer = await client.get(`${repo}/${path}`)
    expect([path, answer.status, answer.text]).toEqual([path, 413, expect.stringContaining('can be compared')])
  }
})

it('is listed as far as anybody reads', async () => {
  for (const path of ['languages?ref=endless', 'files?ref=endless&q=7', 'contents/endless?ref=endless']) {
    const answer = await client.get(`${repo}/${path}`)
    expect([path, answer.status]).toEqual([path, 200])
  }
})
