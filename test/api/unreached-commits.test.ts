// What was pushed away still lies in a repository for a while. Nobody finds it by trying out short ids.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { openPull } from '../support/pulls.ts'
import { folderOf, newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Client
let bob: Person
let address: string
let tree: string
/** Force-pushed away; of a branch that was deleted; the head now; and one below it. */
let away: string
let deleted: string
let head: string
let first: string

const repo = 'repos/ada/tool'

beforeAll(async () => {
  stithy = await startStithy()
  const person = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  ada = stithy.client('B').as(person.access)
  await newRepo(stithy, person, 'tool', { is_public: true })
  address = addressOf(stithy, await newToken(ada, ['repo:write']), 'ada/tool')
  tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  first = await commit('First')
  away = await commit('A password')
  await git(tree, 'push', '-q', address, 'main')
  await git(tree, 'checkout', '-q', '-b', 'side')
  deleted = await commit('Something else')
  await git(tree, 'push', '-q', address, 'side')
  await git(tree, 'push', '-q', address, ':side')
  await git(tree, 'checkout', '-q', '-B', 'main', first)
  head = await commit('Nothing secret')
  await git(tree, 'push', '-qf', address, 'main')
})
afterAll(() => stithy.stop())

async function commit(message: string): Promise<string> {
  await git(tree, 'commit', '-q', '--allow-empty', '-m', message)
  return git(tree, 'rev-parse', 'HEAD')
}

const doors = (id: string): readonly string[] => [
  `commits/${id}`,
  `commits/${id}/diff`,
  `commits/${id}/statuses`,
  `commits?ref=${id}`,
  `contents/?ref=${id}`,
  `compare/${first}...${id}`,
  `archive/${id}.zip`,
]

async function statuses(client: Client, id: string): Promise<readonly number[]> {
  return Promise.all(doors(id).map(async (door) => (await client.get(`${repo}/${door}`)).status))
}

const found = doors('').map(() => 200)
const missing = doors('').map(() => 404)

/** Few digits of many commits are sometimes those of another. */
function behaves(fewest = 4): void {
  it.each([fewest, 8, 39])('%i digits of a commit that no ref leads to find nothing', async (digits) => {
    for (const sha of [away, deleted]) {
      expect(await statuses(stithy.client('B'), sha.slice(0, digits))).toEqual(missing)
      const page = await fetch(`${stithy.url}/ada/tool/commit/${sha.slice(0, digits)}`)
      expect(page.status).toBe(404)
    }
  })

  it('a text links to short ids of what is in a history alone', async () => {
    const ids = [away, head, first, deleted].map((sha) => sha.slice(0, 10))
    const body = [...ids, head.slice(0, 12)].join(' and ')
    const { number } = (await ada.post(`${repo}/issues`, { title: 'Ids', body })).body
    // On a busy machine a text may be shown plain at first.
    await eventually(async () => {
      const page = await (await fetch(`${stithy.url}/ada/tool/issues/${number}`)).text()
      const links = (sha: string): number => page.split(`/ada/tool/commit/${sha}`).length - 1
      expect([away, head, first, deleted].map(links)).toEqual([0, 2, 1, 0])
    })
  })

  it.each([fewest, 8, 39])('%i digits of one that is in a history find it', async (digits) => {
    for (const sha of [head, first]) {
      expect(await statuses(stithy.client('B'), sha.slice(0, digits))).toEqual(found)
      expect((await stithy.client('B').get(`${repo}/commits/${sha.slice(0, digits)}`)).body.sha).toBe(sha)
    }
  })
}

describe('where git has no index of commits', () => {
  behaves()
})

describe('where git has one, which still names what was pushed away', () => {
  beforeAll(async () => {
    const dir = await folderOf(stithy, 'ada', 'tool')
    await git(dir, 'update-ref', 'refs/heads/for-the-index', deleted)
    await git(dir, 'commit-graph', 'write', '--reachable')
    await git(dir, 'update-ref', '-d', 'refs/heads/for-the-index')
    // Another question than before.
    head = await commit('On top')
    await git(tree, 'push', '-q', address, 'main')
  })
  behaves()
})

describe('where so much is in no index that git itself is asked', () => {
  beforeAll(async () => {
    const dir = await folderOf(stithy, 'ada', 'tool')
    for (const name of ['commit-graph', 'commit-graphs'])
      await rm(join(dir, 'objects/info', name), { recursive: true, force: true })
    const many = Array.from({ length: 400 }, (_, at) => [
      'commit refs/heads/main',
      `committer A <a@example.org> ${1_700_000_000 + at} +0000`,
      'data 4\nMany',
      ...(at === 0 ? [`from ${head}`] : []),
      '',
    ])
    execFileSync('git', ['fast-import', '--quiet'], { cwd: tree, input: many.flat().join('\n') })
    head = await git(tree, 'rev-parse', 'main')
    await git(tree, 'reset', '-q', '--hard', head)
    await git(tree, 'push', '-q', address, 'main')
  })
  behaves(6)
})

it('the whole id works, by git as well: who has it was told it', async () => {
  for (const sha of [away, deleted]) expect(await statuses(stithy.client('B'), sha)).toEqual(found)
  const folder = await newFolder()
  await git(folder, 'init', '-q')
  await git(folder, 'fetch', '-q', address, away)
})

it('commits of a pull request from a fork are found, those of its other branches are not', async () => {
  const his = stithy.client('B').as(bob.access)
  expect((await his.post(`${repo}/forks`, {})).status).toBe(201)
  const fork = addressOf(stithy, await newToken(his, ['repo:write']), 'bob/tool')
  const offered = await commit('Offered')
  await git(tree, 'push', '-q', fork, 'main:offer')
  await openPull(his, repo, 'bob:offer')
  const kept = await commit('Kept')
  await git(tree, 'push', '-q', fork, 'main:other')
  await git(tree, 'reset', '-q', '--hard', head)
  expect((await ada.get(`${repo}/commits/${offered.slice(0, 6)}`)).body.sha).toBe(offered)
  expect((await ada.get(`${repo}/commits/${kept.slice(0, 6)}`)).status).toBe(404)
})

/** A commit like the head, with an id that begins as it should: four digits take some 65,536 tries, five a million. */
async function commitThatBegins(digits: string): Promise<string> {
  const like = await git(tree, 'cat-file', 'commit', head)
  const textOf = (at: number): string => `${like} ${at}\n`
  const idOf = (text: string): string => createHash('sha1').update(`commit ${text.length}\0${text}`).digest('hex')
  let at = 0
  while (!idOf(textOf(at)).startsWith(digits)) at++
  const file = join(await newFolder(), 'commit')
  await writeFile(file, textOf(at))
  return git(tree, 'hash-object', '-t', 'commit', '-w', file)
}

it('of two that begin alike neither is meant, unless no ref leads to one of them', async () => {
  // Of the hundreds that are there by now one may happen to begin with the same four.
  const all = (await git(await folderOf(stithy, 'ada', 'tool'), 'rev-list', '--all')).split('\n')
  const digits = away.slice(0, all.some((sha) => sha.startsWith(away.slice(0, 4))) ? 5 : 4)
  const twin = await commitThatBegins(digits)
  await git(tree, 'push', '-q', address, `${twin}:refs/heads/twin`)
  expect((await ada.get(`${repo}/commits/${digits}`)).body.sha).toBe(twin)
  const other = await commitThatBegins(head.slice(0, 4))
  await git(tree, 'push', '-q', address, `${other}:refs/heads/other`)
  expect((await ada.get(`${repo}/commits/${head.slice(0, 4)}`)).status).toBe(404)
  expect((await ada.get(`${repo}/commits/${head.slice(0, 12)}`)).body.sha).toBe(head)
})

it('older versions of the protocol of git do not fetch what no ref leads to', async () => {
  for (const version of ['0', '1']) {
    const folder = await newFolder()
    await git(folder, 'init', '-q')
    const fetched = await tryGit(folder, '-c', `protocol.version=${version}`, 'fetch', address, away)
    expect(fetched.code, version).not.toBe(0)
  }
})

it('what git has thrown away while its index of commits still names it is missing, everywhere', async () => {
  await git(tree, 'checkout', '-q', '-B', 'gone', first)
  await writeFile(join(tree, 'gone.txt'), 'Gone\n')
  await git(tree, 'add', '.')
  const gone = await commit('With a file')
  const above = await commit('On top of it')
  await git(tree, 'push', '-q', address, 'gone')
  const dir = await folderOf(stithy, 'ada', 'tool')
  await git(dir, 'commit-graph', 'write', '--reachable')
  await git(tree, 'push', '-q', address, ':gone')
  await git(dir, 'repack', '-qad')
  await git(dir, 'prune', '--expire=now')
  expect((await tryGit(dir, 'cat-file', '-e', gone)).code).not.toBe(0)
  // Nothing is remembered that was read before.
  stithy = await stithy.restart()
  const pages = (sha: string): readonly string[] => {
    const whole = ['commit', 'commits', 'tree', 'contributors', 'find'].map((page) => `${page}/${sha}`)
    const ofFile = ['commits', 'blob', 'raw', 'blame'].map((page) => `${page}/${sha}/gone.txt`)
    const texts = [`commit/${sha}.patch`, `commit/${sha}.diff`]
    return [...whole, ...ofFile, ...texts, `commits/${sha}?q=With`, `commits/${sha}?view=graph`]
  }
  for (const sha of [gone, above]) {
    const asked = pages(sha).map(async (page) => [page, (await fetch(`${stithy.url}/ada/tool/${page}`)).status])
    expect(await Promise.all(asked)).toEqual(pages(sha).map((page) => [page, 404]))
    expect(await statuses(stithy.client('B'), sha)).toEqual(missing)
  }
})
