// `stithy doctor` on repositories that somebody, or something, has tampered with.
import { createHash, randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { git, newFolder } from '../support/git.ts'
import { newToken, password } from '../support/people.ts'
import { inTurns } from '../support/thorough.ts'
import { query, select } from './database.ts'
import { newPlace, type Place, run, type Serving, serve } from './stithy-process.ts'

let place: Place
let tree: string
let dir: string

beforeAll(async () => {
  place = await newPlace({ SSH_ENABLED: 'false' })
  const serving = await serve(place)
  const client = await newAda(serving)
  const token = await newToken(client, ['repo:write'])
  tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  // It cannot be packed smaller, so most of a pack is this file.
  await writeFile(join(tree, 'picture'), randomBytes(20_000))
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-q', '-m', 'Begin')
  for (const slug of ['tool', 'gone']) {
    await client.post('user/repos', { slug })
    await git(tree, 'push', '-q', `http://x:${token}@127.0.0.1:${place.port}/ada/${slug}`, 'main')
  }
  const lfs = `/ada/tool.git/info/lfs/objects/${createHash('sha256').update('large').digest('hex')}`
  await serving.client().send('PUT', lfs, { token, raw: 'large' })
  await client.send('POST', 'repos/ada/tool/attachments?name=screen.txt', { raw: 'attached' })
  const release = await client.post('repos/ada/tool/releases', { tag_name: 'v1', draft: true })
  await client.send('POST', `repos/ada/tool/releases/${release.body.id}/assets?name=a.txt`, { raw: 'released' })
  await serving.stop()
  const [tool] = await select(place, "select uuid from repos where slug = 'tool'")
  dir = join(place.dataDir, 'repositories', 'ada', `${String(tool?.['uuid'])}.git`)
})

async function newAda(serving: Serving): Promise<Client> {
  const client = serving.client()
  await client.post('auth/register', { username: 'ada', email: 'ada@example.org', password })
  const login = await client.post('auth/login', { username: 'ada', password })
  return client.as(login.body.access_token)
}

it('finds nothing to say where everything is as it should be', async () => {
  const { code, stdout } = await run(['doctor'], place.env)
  expect([code, stdout]).toEqual([0, expect.stringContaining('repositories: 2 looked at, 0 with refs that differed')])
})

it('brings the database in line with what git has', async () => {
  const head = await git(tree, 'rev-parse', 'HEAD')
  await git(dir, 'update-ref', 'refs/heads/by-hand', head)
  await query(place, "update refs set sha = '1111111111111111111111111111111111111111' where name = 'refs/heads/main'")
  const { code, stdout } = await run(['doctor'], place.env)
  expect(code).toBe(0)
  expect(stdout).toMatch(/brought in line with git: .*ada\/tool/)
  const rows = await select(place, "select name, sha from refs join repos on repos.id = repo_id where slug = 'tool'")
  expect(new Map(rows.map((row) => [row['name'], row['sha']]))).toEqual(
    new Map([
      ['refs/heads/main', head],
      ['refs/heads/by-hand', head],
    ]),
  )
  expect((await run(['doctor'], place.env)).stdout).toContain('0 with refs that differed')
})

it('points HEAD to the default branch again, so that clones check out what pages show', async () => {
  const right = await readFile(join(dir, 'HEAD'), 'utf8')
  await writeFile(join(dir, 'HEAD'), 'ref: refs/heads/elsewhere\n')
  const { code, stdout } = await run(['doctor'], place.env)
  expect([code, stdout]).toEqual([0, expect.stringContaining('set right: ada/tool')])
  expect(await readFile(join(dir, 'HEAD'), 'utf8')).toBe(right)
  await rm(join(dir, 'HEAD'))
  await run(['doctor'], place.env)
  expect(await readFile(join(dir, 'HEAD'), 'utf8')).toBe(right)
})

it('says that stored files are cut short, of whatever kind, and who needs them', async () => {
  const texts = ['large', 'attached', 'released']
  const files = await Promise.all(texts.map(storedFile))
  expect((await run(['doctor'], place.env)).stdout).toContain('stored files: 3 looked at, 0 missing or cut short')
  for (const { path } of files) await writeFile(path, 'cut')
  const { code, stdout } = await run(['doctor'], place.env)
  expect([code, stdout]).toEqual([1, expect.stringContaining('WRONG: stored files')])
  for (const { sha256 } of files) expect(stdout).toContain(`MISSING ${sha256}, needed by ada/tool`)
  for (const { path, text } of files) await writeFile(path, text)
  expect((await run(['doctor'], place.env)).code).toBe(0)
})

/** Where the service keeps what was sent to it. */
async function storedFile(text: string): Promise<{ text: string; sha256: string; path: string }> {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const [blob] = await select(place, `select file from blobs where sha256 = '${sha256}'`)
  const name = String(blob?.['file'])
  return { text, sha256, path: join(place.dataDir, 'blobs', name.slice(0, 2), name) }
}

/** One repository of which git needs everything: damaged, looked at, and put right again. */
async function afterDamage(
  spoil: (target: string) => Promise<unknown>,
  ...args: readonly string[]
): Promise<{ code: number | null; stdout: string }> {
  const whole = `${dir}.whole`
  await cp(dir, whole, { recursive: true })
  await spoil(dir)
  const { code, stdout } = await run(['doctor', ...args], place.env)
  await rm(dir, { recursive: true })
  await rename(whole, dir)
  return { code, stdout }
}

async function packOf(target: string): Promise<string> {
  const names = await readdir(join(target, 'objects/pack'))
  return join(target, 'objects/pack', names.find((name) => name.endsWith('.pack')) ?? '')
}

async function cutPack(target: string): Promise<void> {
  await git(target, 'repack', '-a', '-d', '-q')
  await truncate(await packOf(target), 40)
}

async function onlyNonsense(target: string): Promise<void> {
  await git(target, 'pack-refs', '--all')
  await rm(join(target, 'packed-refs'))
  await mkdir(join(target, 'refs/heads'), { recursive: true })
  await writeFile(join(target, 'refs/heads/main'), 'nonsense\n')
}

async function spoilPack(target: string): Promise<void> {
  await git(target, 'repack', '-a', '-d', '-q')
  const pack = await packOf(target)
  const bytes = await readFile(pack)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 255
  await chmod(pack, 0o600)
  await writeFile(pack, bytes)
}

const damages: readonly (readonly [string, (target: string) => Promise<unknown>])[] = [
  ['a pack that is cut short', cutPack],
  ['objects that are gone', (target) => rm(join(target, 'objects'), { recursive: true })],
  ['a ref to what is not there', (target) => writeFile(join(target, 'refs/heads/main'), `${'12'.repeat(20)}\n`)],
  ['nothing but a ref that is no id', onlyNonsense],
  ['a ref that is no id', (target) => writeFile(join(target, 'refs/heads/main'), 'nonsense\n')],
]

it.each(inTurns(damages, 3, 0))(
  'names a repository that is damaged, and believes the database meanwhile: %s',
  async (_, spoil) => {
    const before = await select(
      place,
      "select name, sha from refs join repos on repos.id = repo_id where slug = 'tool'",
    )
    const { code, stdout } = await afterDamage(spoil)
    expect([code, stdout]).toEqual([1, expect.stringContaining('WRONG: repositories')])
    expect(stdout).toMatch(/DAMAGED: ada\/tool \(repositories\/ada\/[-0-9a-f]+\.git\): \S/)
    // It goes on to the end, and changes nothing that a restored folder would need.
    expect(stdout).toContain('stored files: 3 looked at')
    const after = await select(place, "select name, sha from refs join repos on repos.id = repo_id where slug = 'tool'")
    expect(after).toEqual(before)
    expect((await run(['doctor'], place.env)).stdout).toContain('everything is sound')
  },
)

it('takes no repository for an empty one whose refs are gone', async () => {
  const before = await git(dir, 'for-each-ref')
  expect(before).toContain('refs/heads/main')
  const noRefs = async (target: string): Promise<void> => {
    await git(target, 'pack-refs', '--all')
    await rm(join(target, 'packed-refs'))
  }
  const { code, stdout } = await afterDamage(async (target) => {
    await noRefs(target)
    const back = await run(['doctor'], place.env)
    expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('broken, and repaired: ada/tool')])
    expect(await git(target, 'for-each-ref')).toBe(before)
    await noRefs(target)
    await rm(join(target, 'objects'), { recursive: true })
  })
  expect([code, stdout]).toEqual([1, expect.stringMatching(/DAMAGED: ada\/tool .*all its refs are gone/)])
  expect((await run(['doctor'], place.env)).stdout).toContain('everything is sound')
})

it('reads every byte where it is asked to', async () => {
  const quick = await afterDamage(spoilPack)
  expect(quick.stdout).toContain('everything is sound')
  const { code, stdout } = await afterDamage(spoilPack, '--full')
  expect([code, stdout]).toEqual([1, expect.stringMatching(/DAMAGED: ada\/tool .*checksum mismatch/)])
  const { sha256, path } = await storedFile('large')
  await writeFile(path, 'lArge')
  const changed = await run(['doctor', '--full'], place.env)
  expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining(`MISSING ${sha256}, needed by ada/tool`)])
  await writeFile(path, 'large')
  expect((await run(['doctor', '--full'], place.env)).code).toBe(0)
})

it('repairs what follows from the rest: torn refs, indexes of git, folders that may be empty', async () => {
  const { code, stdout } = await afterDamage(async (target) => {
    await git(target, 'pack-refs', '--all')
    await rm(join(target, 'refs'), { recursive: true })
    expect((await run(['doctor'], place.env)).stdout).toContain('broken, and repaired: ada/tool')
    await mkdir(join(target, 'refs/heads'), { recursive: true })
    await git(target, 'repack', '-a', '-d', '-q', '--write-midx')
    await git(target, 'commit-graph', 'write', '--reachable')
    await writeFile(join(target, 'refs/heads/main'), '')
    for (const name of ['pack/multi-pack-index', 'info/commit-graph']) {
      const path = join(target, 'objects', name)
      await chmod(path, 0o600)
      await truncate(path, 100)
    }
    const repaired = await run(['doctor'], place.env)
    expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringContaining('broken, and repaired: ada/tool')])
    expect(repaired.stdout).toContain('0 with refs that differed')
    expect(await git(target, 'rev-parse', 'refs/heads/main')).toBe(await git(tree, 'rev-parse', 'HEAD'))
  })
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('repaired')])
})

it('sweeps what crashes have left behind long ago, and leaves alone what is new or strange', async () => {
  const owner = join(dir, '..')
  const old = [join(dir, 'objects/tmp_objdir-incoming-old'), join(dir, 'HEAD.lock'), join(owner, 'x.git.making')]
  const fresh = join(dir, 'objects/tmp_objdir-incoming-new')
  const stranger = join(owner, '01a1dd21-790e-7219-9f52-8260626851c5.git')
  for (const path of [...old, fresh, stranger]) await mkdir(path)
  await writeFile(join(stranger, 'HEAD'), '')
  for (const path of [...old, stranger]) await utimes(path, 1, 1)
  const { stdout } = await run(['doctor'], place.env)
  expect(stdout).toContain('leftovers of crashes: 3 removed')
  expect(stdout).toContain(`left alone: ${stranger}`)
  await rm(fresh, { recursive: true })
})

it('sees numbers that do not fit what they count', async () => {
  await query(place, "update repos set stars_count = 3, forks_count = 1 where slug = 'tool'")
  const { code, stdout } = await run(['doctor'], place.env)
  expect([code, stdout]).toEqual([1, expect.stringContaining('WRONG: effects')])
  expect(stdout).toMatch(/another number of forks.*\n.*another number of stars/)
  await query(place, 'update repos set stars_count = 0, forks_count = 0')
  expect((await run(['doctor'], place.env)).stdout).toContain('effects and counts: all there, once')
})

it('ends a push that was cut off, and sees rows that refer to nothing', async () => {
  const [tool] = await select(place, "select id from repos where slug = 'tool'")
  const entry = (uuid: string, repo: string): string =>
    `insert into push_journal (uuid, repo_id, origin, changes, created_at, lease_until) values ('${uuid}', ${repo}, 'api', '[]', 1, 1)`
  await query(place, entry('one', String(tool?.['id'])))
  expect((await run(['doctor'], place.env)).stdout).toContain('pushes that were cut off: 1 ended now')
  expect(await select(place, 'select * from push_journal')).toEqual([])
  await query(place, `pragma foreign_keys = off; ${entry('two', '4242')}`)
  const { code, stdout } = await run(['doctor'], place.env)
  expect([code, stdout]).toEqual([1, expect.stringContaining('WRONG: database')])
  expect(stdout).toContain('a row of push_journal refers to one of repos that is gone')
  await query(place, 'delete from push_journal')
})

it('says what is lost', async () => {
  const [gone] = await select(place, "select uuid from repos where slug = 'gone'")
  await rm(join(place.dataDir, 'repositories', 'ada', `${String(gone?.['uuid'])}.git`), { recursive: true })
  const { code, stdout } = await run(['doctor'], place.env)
  expect([code, stdout]).toEqual([1, expect.stringContaining('LOST')])
  expect(stdout).toContain('ada/gone')
})

it('goes on to the end however many repositories it has to look into', async () => {
  // Each takes five gits, and it starts thirty by itself.
  const repos = 12
  const many = await newPlace({ SSH_ENABLED: 'false', RATE_LIMIT_ENABLED: 'false' })
  const serving = await serve(many)
  const client = await newAda(serving)
  for (let at = 0; at < repos; at++) {
    expect((await client.post('user/repos', { slug: `r${at}`, auto_init: true })).status).toBe(201)
  }
  await serving.stop()
  // The last one: by then git is started by somebody else.
  await query(
    many,
    `update refs set sha = '1111111111111111111111111111111111111111'
      where repo_id = (select id from repos where slug = 'r${repos - 1}')`,
  )
  const { code, stdout } = await run(['doctor'], many.env)
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(`repositories: ${repos} looked at, 1 with refs that differed`),
  ])
})
