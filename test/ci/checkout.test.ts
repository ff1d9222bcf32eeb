// What a job finds in its working directory besides the plain files of the commit.
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { lfsPointer } from '../support/lfs-pointer.ts'
import { newPerson, newToken } from '../support/people.ts'
import { ending, linesOf, oneJob, outputOf, run } from '../support/pipelines.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let client: Client
let count = 0

const usual = process.umask(0o077)
beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', CI_DISK_MB: '16' })
  client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
})
afterAll(async () => {
  await stithy.stop()
  process.umask(usual)
})

async function newRepo(more: object = {}): Promise<string> {
  const slug = `c${++count}`
  expect((await client.post('user/repos', { slug, auto_init: true, ...more })).status).toBe(201)
  return `repos/ada/${slug}`
}

/** Keeps something by Git LFS, and says what stands for it in the repository. */
async function keep(by: Client, repo: string, text: string): Promise<string> {
  const oid = createHash('sha256').update(text).digest('hex')
  const to = `/${repo.replace('repos/', '')}.git/info/lfs/objects/${oid}`
  const token = await newToken(by, ['repo:write'])
  const answer = await stithy.client().send('PUT', to, { token, raw: Buffer.from(text) })
  expect(answer.status, answer.text).toBe(200)
  return lfsPointer(oid, Buffer.byteLength(text))
}

it('files that Git LFS keeps are there in place of their pointers, and git sees no change', async () => {
  const repo = await newRepo()
  const files = {
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    'a b.bin': await keep(client, repo, 'large\n'),
    'dir/same.bin': await keep(client, repo, 'large\n'),
    'lost.bin': lfsPointer('0'.repeat(64), 5),
    'notes.txt': lfsPointer('1'.repeat(64), 5),
    '.svc-ci.yml': oneJob(
      'cat "a b.bin" dir/same.bin\nhead -c 7 lost.bin; echo\ngit status --short\nrm notes.txt\ngit status --short',
    ),
  }
  const done = await run(client, repo, files)
  expect(await outputOf(client, repo, done.id)).toEqual(['large', 'large', 'version', ' D notes.txt'])
  const said = (await linesOf(client, repo, done.id)).map(({ content }) => content)
  expect(said).toContain('Files of Git LFS that were never uploaded, and stay pointers: 1')
})

it('a pointer opens nothing that another repository keeps', async () => {
  const [repo, other] = [await newRepo(), await newRepo()]
  await keep(client, repo, 'ours\n')
  const pointer = await keep(client, other, 'hidden\n')
  const files = { '.gitattributes': '*.bin filter=lfs\n', 'a.bin': pointer, '.svc-ci.yml': oneJob('cat a.bin') }
  const done = await run(client, repo, files)
  expect((await outputOf(client, repo, done.id)).join('\n')).toBe(pointer.trimEnd())
})

it('what is kept is too large for a job as a file of the commit would be', async () => {
  const repo = await newRepo()
  const large = await keep(client, repo, 'x'.repeat(17 * 1024 * 1024))
  const files = { '.gitattributes': '*.bin filter=lfs\n', 'a.bin': large, '.svc-ci.yml': oneJob('true') }
  expect(await run(client, repo, files)).toMatchObject({ status: 'error', error: expect.stringContaining('Git LFS') })
})

it('a pull request from a fork brings what the fork keeps', async () => {
  const repo = await newRepo({ is_public: true })
  const eve = stithy.client('B').as((await newPerson(stithy, 'eve')).access)
  expect((await eve.post(`${repo}/forks`, {})).status).toBe(201)
  const fork = repo.replace('/ada/', '/eve/')
  const files = {
    '.gitattributes': '*.bin filter=lfs\n',
    'a.bin': await keep(eve, fork, 'from the fork\n'),
    '.svc-ci.yml': oneJob('cat a.bin'),
  }
  const sha = await commitTo(eve, fork, ['work', 'main'], files)
  await openPull(eve, repo, 'work', { source_repo: fork.replace('repos/', '') })
  const id = await eventually(async () => {
    const [made] = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body)
    expect(made).toMatchObject({ status: 'blocked' })
    return String(made?.['id'])
  })
  expect((await client.post(`${repo}/ci/pipelines/${id}/approve`)).status).toBe(200)
  await ending(client, repo, id)
  expect(await outputOf(client, repo, id)).toEqual(['from the fork'])
})

/** Four commits, of which the second has a tag of many words and the last but one a plain one. */
async function repoWithPast(
  script: string,
  history: string,
): Promise<readonly [repo: string, remote: string, tree: string]> {
  const repo = await newRepo({ auto_init: false })
  const remote = addressOf(stithy, await newToken(client, ['repo:write']), repo.replace('repos/', ''))
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await git(tree, 'config', 'user.name', 'ada')
  await git(tree, 'config', 'user.email', 'ada@example.org')
  await writeFile(join(tree, '.svc-ci.yml'), oneJob(script, history))
  await git(tree, 'add', '.')
  for (const name of ['one', 'two', 'three', 'four']) {
    await git(tree, 'commit', '-q', '--allow-empty', '-m', name)
    if (name === 'two') await git(tree, 'tag', '-a', 'v1', '-m', 'First')
    if (name === 'three') await git(tree, 'tag', 'plain')
  }
  await git(tree, 'push', '-q', remote, 'v1', 'plain')
  return [repo, remote, tree]
}

it.each([
  ['history: 1', ['four']],
  ['history: 2', ['four', 'three', 'plain']],
  ['history: 3', ['four', 'three', 'two', 'plain', 'v1']],
  ['history: all', ['four', 'three', 'two', 'one', 'plain', 'v1']],
  ['history: 9', ['four', 'three', 'two', 'one', 'plain', 'v1']],
])('%s is how much git knows of the past, with the tags of that', async (history, expected) => {
  const [repo, remote, tree] = await repoWithPast('git log --format=%s\ngit tag\ngit fsck --strict', `${history}\n`)
  await git(tree, 'push', '-q', remote, 'main')
  const sha = await git(tree, 'rev-parse', 'HEAD')
  const [made] = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body)
  const done = await ending(client, repo, String(made?.['id']))
  expect(await outputOf(client, repo, done.id)).toEqual(expected)
  expect(done.status).toBe('success')
})

it('a pipeline of a tag has the tag as it was made', async () => {
  const [repo, remote, tree] = await repoWithPast('git describe\ngit cat-file -t v2\ngit status --short', '')
  await git(tree, 'tag', '-a', 'v2', '-m', 'Second')
  await git(tree, 'push', '-q', remote, 'v2')
  const [made] = itemsOf((await client.get(`${repo}/ci/pipelines`)).body)
  await ending(client, repo, String(made?.['id']))
  expect(await outputOf(client, repo, String(made?.['id']))).toEqual(['v2', 'tag'])
})

it('history that is larger than a job may write is refused with what helps', async () => {
  const [repo, remote, tree] = await repoWithPast('true', 'history: all\n')
  await writeFile(join(tree, 'noise'), randomBytes(17 * 1024 * 1024))
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'Large')
  await git(tree, 'rm', '-q', 'noise')
  await git(tree, 'commit', '-qm', 'Small again')
  await git(tree, 'push', '-q', remote, 'main')
  const sha = await git(tree, 'rev-parse', 'HEAD')
  const [made] = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body)
  expect(await ending(client, repo, String(made?.['id']))).toMatchObject({
    status: 'error',
    error: expect.stringContaining('ask for less («history»)'),
  })
})
