// `stithy backup` beside a server at work, and `stithy restore` of what it wrote. On PostgreSQL, through SQLite and back.
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chmod, copyFile, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backup } from '../../src/commands/backup.ts'
import { restore } from '../../src/commands/restore.ts'
import { Points } from '../../src/features/backup/points.ts'
import { requireEmptyFolder } from '../../src/features/backup/prepare-place.ts'
import type { Client } from '../support/client.ts'
import { git, newFolder } from '../support/git.ts'
import { emailOf, newToken, password } from '../support/people.ts'
import { fill, makeRoom, mayMount, mountSmall } from '../support/small-disk.ts'
import { eventually } from '../support/stithy.ts'
import { thorough } from '../support/thorough.ts'
import { query, select } from './database.ts'
import { newPlace, onPostgres, type Place, run, type Serving, serve, start, succeed } from './stithy-process.ts'

/** `BACKUPS=20` in the environment makes so many under load, and restores each. */
const rounds = Number(process.env['BACKUPS'] ?? 1)
const settings = { SSH_ENABLED: 'false', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
/** What the service said it had done. */
const done = { files: new Set<string>(), issues: new Set<string>() }
const large = randomBytes(400_000)
const oid = createHash('sha256').update(large).digest('hex')
let place: Place
let serving: Serving
let ada: Client
let session: string
let tokens: { readonly good: string; readonly revoked: string; readonly later: string }
let folder: string
let first: string
/** A receiver that never answers: what it is to be told waits. */
const silent = createServer()
afterAll(() => silent.close())

beforeAll(async () => {
  place = await newPlace(settings)
  serving = await serve(place)
  await serving.client().post('auth/register', { username: 'ada', email: emailOf('ada'), password })
  session = (await serving.client().post('auth/login', { username: 'ada', password })).body.access_token
  ada = serving.client().as(session)
  tokens = {
    good: await newToken(ada, ['repo:write', 'issues:read']),
    revoked: await newToken(ada, ['repo:write'], 'revoked'),
    later: await newToken(ada, ['repo:write'], 'later'),
  }
  const all = (await ada.get('user/tokens')).body.items as { id: string; name: string }[]
  await ada.send('DELETE', `user/tokens/${all.find(({ name }) => name === 'revoked')?.id}`)
  // No browser is here to make them.
  const rest = "'key', 0, '[]', 0, 1 from users"
  await query(
    place,
    `insert into passkeys (uuid, user_id, name, credential_id, public_key, counter, transports, is_synced, created_at)
     select '${randomUUID()}', id, 'kept', 'a', ${rest} union all select '${randomUUID()}', id, 'lost', 'b', ${rest}`,
  )
  for (const slug of ['engine', 'pushed', 'empty']) await ada.post('user/repos', { slug, auto_init: slug === 'engine' })
  await ada.post('teams', { slug: 'crew', name: 'Crew' })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  await ada.post('repos/ada/engine/hooks', { url: `http://127.0.0.1:${port}/hook`, events: ['issues'] })
  await serving.client().send('PUT', `/ada/pushed.git/info/lfs/objects/${oid}`, { token: tokens.good, raw: large })
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'trunk')
  await writeFile(join(tree, 'large'), randomBytes(400_000))
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'Begin')
  await git(tree, 'tag', '-a', '-m', 'One', 'v1')
  await git(tree, 'push', '-q', `http://x:${tokens.good}@127.0.0.1:${place.port}/ada/pushed`, 'trunk', 'v1')
  await ada.post('repos/ada/pushed/forks', { slug: 'fork' })
  folder = join(await newFolder(), 'backup')
  first = await backUpUnderLoad()
  for (let round = 1; round < rounds; round++) {
    await backUpUnderLoad()
    await expectAgreement((await restored(folder)).place)
  }
}, 60_000 * rounds)

describe('a backup that is made while people work', () => {
  it('holds all that was acknowledged before it began, with refs that the database has, and no revoked token', async () => {
    const target = await restored(folder)
    await expectAgreement(target.place)
    expect(target.stdout).toContain('0 with refs that differed from the database')
    expect(target.stdout).toContain('0 missing or cut short')
    expect(target.stdout).toMatch(/held: \d+ mails \(at \/admin\/jobs\), [1-9]\d* webhook deliveries/)
    const dir = await directoryOf(target.place, 'engine')
    const files = new Set((await git(dir, 'ls-tree', '-r', '--name-only', 'main')).split('\n'))
    expect(target.expected.files.filter((path) => !files.has(path))).toEqual([])
    const titles = new Set((await select(target.place, 'select title from threads')).map((row) => row['title']))
    expect(target.expected.issues.filter((title) => !titles.has(title))).toEqual([])
    expect(await git(await directoryOf(target.place, 'pushed'), 'symbolic-ref', 'HEAD')).toBe('refs/heads/trunk')

    const again = await serve(target.place)
    const status = async (token: string, path: string) => (await again.client().as(token).get(path)).status
    expect(await status(tokens.good, 'repos/ada/pushed')).toBe(200)
    expect(await status(tokens.revoked, 'repos/ada/pushed')).toBe(401)
    expect(await status(session, 'user')).toBe(401)
    expect((await again.client().post('auth/login', { username: 'ada', password })).status).toBe(200)
    const lfs = await again.client().send('GET', `/ada/pushed.git/info/lfs/objects/${oid}`, { token: tokens.good })
    expect([lfs.status, lfs.headers.get('content-length')]).toEqual([200, String(large.length)])
    const found = (await again.client().as(tokens.good).get('repos/ada/engine/issues?q=busy')).body.total as number
    expect(found).toBeGreaterThanOrEqual(target.expected.issues.length)
    expect((await again.client().as(tokens.good).get('repos?q=ngin')).body.total).toBe(1)
    await again.stop()
    if (onPostgres) await expectSameBack(target.place)
  })
})

describe.runIf(!onPostgres)('backups and restores', () => {
  it('may lie on another disk than the service, as it should', async () => {
    // The service's own is in memory here, where there is room.
    const elsewhere = await mkdtemp(join(import.meta.dirname, '../../node_modules/.backup-'))
    try {
      for (let time = 1; time <= 2; time++) expect((await run(['backup', elsewhere], place.env)).stderr).toBe('')
      await succeed(['backup', 'verify', elsewhere], place.env)
      await expectAgreement((await restored(elsewhere)).place)
    } finally {
      await rm(elsewhere, { recursive: true })
    }
  })

  it('cost little the second time, and are for their owner alone', async () => {
    const before = await sizeOf(join(folder, 'files'))
    await ada.post('repos/ada/engine/issues', { title: 'one more' })
    const { stdout } = await succeed(['backup', folder], place.env)
    expect(stdout).toMatch(/^\S+: 4 repositories, \d+ files and \d+ rows, .* new of .*, in [\d.]+ s\n$/)
    expect((await sizeOf(join(folder, 'files'))) - before).toBeLessThan(before / 5)
    expect(await succeed(['backup', 'verify', folder], {})).toMatchObject({
      stdout: expect.stringMatching(/: whole\n$/),
    })
    for (const path of [folder, ...(await everyFile(folder))]) expect((await stat(path)).mode & 0o077).toBe(0)
  })

  it('keep what was revoked since a point revoked, when that point is restored', async () => {
    const all = (await ada.get('user/tokens')).body.items as { id: string; name: string }[]
    await ada.send('DELETE', `user/tokens/${all.find(({ name }) => name === 'later')?.id}`)
    const passkeys = (await ada.get('user/passkeys')).body.items as { id: string; name: string }[]
    await ada.send('DELETE', `user/passkeys/${passkeys.find(({ name }) => name === 'lost')?.id}`)
    await ada.send('DELETE', 'repos/ada/fork')
    await succeed(['backup', folder], place.env)
    const { place: target, stdout } = await restored(folder, '--at', first, '--keep-sessions', '--resume')
    expect(stdout).toContain('tokens and keys: 2 revoked')
    expect(await select(target, 'select name from passkeys')).toEqual([{ name: 'kept' }])
    const names = (await select(target, 'select name from access_tokens order by id')).map((row) => row['name'])
    expect(names).toEqual(['test'])
    expect(await select(target, 'select 1 from sessions where ended_at is null')).toHaveLength(1)
    await expectAgreement(target)
  })

  it('are none when they are killed, and the next one goes on', async () => {
    const points = async () => (await readdir(join(folder, 'points'))).filter((name) => name.endsWith('.manifest'))
    await kill(['backup', folder], place, async () =>
      (await readdir(join(folder, 'points'))).some((name) => name.endsWith('.part')),
    )
    const [, ...others] = await points()
    await succeed(['backup', folder, '--keep', '2'], place.env)
    expect(await points()).toEqual([others.at(-1), expect.any(String)])
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  it('are not served when half of one was restored, and can be restored again', async () => {
    const target = await newPlace(settings)
    await kill(['restore', folder], target, () => existsSync(join(target.dataDir, 'RESTORING')))
    const refused = await run(['serve'], target.env)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('holds half a restore')])
    await succeed(['restore', folder], target.env)
    await expectAgreement(target)
  })

  it('hold what is deleted until the backup has it', async () => {
    await mkdir(join(place.dataDir, 'holds'), { recursive: true })
    await writeFile(join(place.dataDir, 'holds', 'a-backup'), '')
    await ada.post('user/repos', { slug: 'doomed', auto_init: true })
    const uuid = (await directoryOf(place, 'doomed')).split('/').at(-1)?.replace('.git', '') ?? ''
    await ada.send('DELETE', 'repos/ada/doomed')
    await eventually(async () => {
      if ((await select(place, "select 1 from jobs where name = 'files.purge'")).length > 0) throw new Error('not yet')
    })
    expect(existsSync(join(place.dataDir, 'trash', uuid))).toBe(true)
  })

  it('notice what is missing or was changed, in the service and in the backup, and save the rest', async () => {
    await serving.stop()
    const [blob] = await select(place, 'select file from blobs')
    const name = String(blob?.['file'])
    const [chosen] = await everyFile(join(folder, 'files'))
    const nightly = join(await newFolder(), 'nightly')
    await succeed(['backup', nightly], place.env)
    const points = new Points(nightly)
    const [whole = ''] = await points.list()
    await query(place, `update refs set sha = '${'1'.repeat(40)}' where name = 'refs/tags/v1'`)
    await writeFile(join(place.dataDir, 'blobs', name.slice(0, 2), name), 'something else')
    const other = join(await newFolder(), 'other')
    const damaged = await run(['backup', other], place.env)
    expect([damaged.code, damaged.stderr]).toEqual([
      1,
      expect.stringMatching(/DAMAGED.*\.git: git pack-objects failed/),
    ])
    expect(damaged.stderr).toContain(`MISSING: blob ${name}`)
    const partly = await newPlace(settings)
    const rest = await run(['restore', other], partly.env)
    expect([rest.code, rest.stdout]).toEqual([1, expect.stringContaining('brought in line with git: ada/pushed')])
    await expectAgreement(partly)

    // However often: the last point that has all of it stays.
    for (let night = 0; night < (thorough ? 3 : 2); night++) {
      const kept = await run(['backup', nightly, '--keep', '1'], place.env)
      expect([kept.code, kept.stderr]).toEqual([
        1,
        expect.stringMatching(/the last to have it whole were not forgotten: 1/),
      ])
      expect(await points.list()).toEqual([whole, expect.any(String)])
    }
    // A clock that was ahead has left a point that seems newer.
    const manifest = (point: string): string => join(nightly, 'points', `${point}.manifest`)
    await copyFile(manifest(whole), manifest('2999-01-01T00-00-00.000Z'))
    await run(['backup', nightly, '--keep', '1'], place.env)
    expect(await points.list()).toEqual([expect.stringMatching(/^20/), '2999-01-01T00-00-00.000Z'])
    await truncate(manifest('2999-01-01T00-00-00.000Z'), 200)
    const unread = await run(['backup', nightly], place.env)
    expect([unread.code, unread.stderr]).toEqual([1, expect.stringContaining('BROKEN: points/2999-')])

    await chmod(chosen ?? '', 0o600)
    await appendFile(chosen ?? '', 'x')
    const bad = await run(['backup', folder, '--verify'], {})
    const refused = await run(['restore', folder], (await newPlace(settings)).env)
    await expect(requireEmptyFolder({ DATA_DIR: place.dataDir })).rejects.toThrow(
      'a restore never writes over anything',
    )
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('changed: files/')])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('nothing was written')])
  })

  it.runIf(!onPostgres && mayMount())('are taken from a disk that is full', async () => {
    const disk = await newFolder()
    mountSmall(disk, '40m')
    const full = await newPlace({ ...settings, DATA_DIR: disk })
    const there = await serve({ ...full, dataDir: disk })
    try {
      await there.client().post('auth/register', { username: 'ada', email: emailOf('ada'), password })
      fill(disk, 0)
      const { stdout } = await succeed(['backup', join(await newFolder(), 'saved')], full.env)
      expect(stdout).toContain('0 repositories')
    } finally {
      makeRoom(disk)
      await there.stop()
      execFileSync('umount', ['-l', disk])
    }
  })

  it('refuse what cannot be meant, in a sentence', async () => {
    await expect(backup([])).rejects.toThrow('backup needs a folder: stithy backup DIR')
    await expect(backup([folder, 'more'])).rejects.toThrow('"more" is an extra argument')
    await expect(backup([folder, '--keep', '0'])).rejects.toThrow('at least 1')
    await expect(backup([folder, '--list', '--keep'])).rejects.toThrow('--keep needs a value')
    await expect(restore([])).rejects.toThrow('restore needs a folder: stithy restore DIR')
    await expect(new Points(place.dataDir).prepare()).rejects.toThrow('holds something that is no backup')
    await expect(new Points(await newFolder()).choose(null)).rejects.toThrow('There is no backup in')
  })
})

/** Writes through the API and deletes, all the while. */
async function backUpUnderLoad(): Promise<string> {
  const over = new AbortController()
  const untilOver = async (work: () => Promise<void>): Promise<void> => {
    while (!over.signal.aborted) await work()
  }
  const loads = [writeOne, openIssue, branchComesAndGoes, repoComesAndGoes].map(untilOver)
  await eventually(() => {
    if (done.files.size < 5 || done.issues.size < 5) throw new Error('not enough yet')
  })
  Object.assign(before, { files: [...done.files], issues: [...done.issues] })
  const { stdout } = await succeed(['backup', folder], place.env)
  over.abort()
  await Promise.all(loads)
  return stdout.slice(0, stdout.indexOf(': '))
}

const before = { files: [] as readonly string[], issues: [] as readonly string[] }

async function writeOne(): Promise<void> {
  const path = `f/${randomBytes(6).toString('hex')}`
  const answer = await ada.send('PUT', `repos/ada/engine/contents/${path}`, { body: { content: 'eA==' } })
  if (answer.status === 201) done.files.add(path)
}

async function openIssue(): Promise<void> {
  const title = `busy ${randomBytes(6).toString('hex')}`
  if ((await ada.post('repos/ada/engine/issues', { title })).status === 201) done.issues.add(title)
}

async function branchComesAndGoes(): Promise<void> {
  const name = `b${randomBytes(6).toString('hex')}`
  await ada.post('repos/ada/engine/branches', { name, source: 'main' })
  await ada.send('DELETE', `repos/ada/engine/branches/${name}`)
}

async function repoComesAndGoes(): Promise<void> {
  const slug = `r${randomBytes(6).toString('hex')}`
  await ada.post('user/repos', { slug, auto_init: true })
  await ada.post(`repos/ada/${slug}/transfer`, { new_owner: 'crew' })
  await ada.send('DELETE', `repos/crew/${slug}`)
}

/** On PostgreSQL what is restored goes into SQLite. */
async function restored(from: string, ...flags: readonly string[]) {
  const target = await newPlace({ ...settings, ...(onPostgres ? { DATABASE_URL: '' } : {}) })
  const { DATABASE_URL: url, ...env } = target.env
  const there = url === undefined || url === '' ? { ...target, env } : target
  const { stdout } = await succeed(['restore', from, ...flags], there.env)
  return { place: there, stdout, expected: before }
}

/** From the SQLite that it was restored into, on into an empty PostgreSQL: nothing is lost on the way. */
async function expectSameBack(here: Place): Promise<void> {
  const way = join(await newFolder(), 'way')
  await succeed(['backup', way], here.env)
  const there = await newPlace(settings)
  const { stdout } = await succeed(['restore', way, '--keep-sessions', '--resume'], there.env)
  expect(stdout).toContain('everything is sound')
  await expectAgreement(there)
  for (const table of ['users', 'threads', 'thread_facets', 'facet_counts', 'access_tokens', 'blobs']) {
    const text = `select * from ${table} order by 1, 2, 3`
    expect(await select(there, text.replace('*', 'count(*) as n').replace(/ order.*/, ''))).toEqual([
      { n: expect.anything() },
    ])
    const [mine, theirs] = await Promise.all([select(here, text), select(there, text)])
    expect(theirs.map((row) => JSON.stringify(Object.values(row).map(String)))).toEqual(
      mine.map((row) => JSON.stringify(Object.values(row).map(String))),
    )
  }
  const taken = await serve(there)
  const login = await taken.client().post('auth/login', { username: 'ada', password })
  const client = taken.client().as(login.body.access_token)
  expect((await client.post('repos/ada/engine/issues', { title: 'goes on' })).status).toBe(201)
  expect((await client.get('repos/ada/engine/issues?q=busy')).body.total).toBeGreaterThan(4)
  expect((await client.get('repos?q=ngin')).body.total).toBe(1)
  await taken.stop()
}

/** Ends a command like `kill -9` while it is at work. */
async function kill(args: readonly string[], at: Place, isAtWork: () => Promise<boolean> | boolean): Promise<void> {
  const running = start(args, at.env)
  const ended = running.exit.then(() => true)
  while (!(await isAtWork())) {
    if (await Promise.race([ended, sleep(2, false)])) throw new Error(`It had ended before: ${running.stderr()}`)
  }
  running.signal('SIGKILL')
  expect((await running.exit).signal).toBe('SIGKILL')
}

/** Every repository is whole and has exactly the refs that the database has. */
async function expectAgreement(at: Place): Promise<void> {
  const repos = await select(
    at,
    'select repos.id, repos.uuid, directory from repos join owners on owners.id = owner_id',
  )
  expect(repos.length).toBeGreaterThanOrEqual(3)
  for (const { id, uuid, directory } of repos) {
    const dir = join(at.dataDir, 'repositories', String(directory), `${String(uuid)}.git`)
    const rows = await select(at, `select name, sha from refs where repo_id = ${String(id)}`)
    const text = await git(dir, 'for-each-ref', '--format=%(refname) %(objectname)')
    const known = rows.map(({ name, sha }) => `${String(name)} ${String(sha)}`).toSorted()
    expect(
      text
        .split('\n')
        .filter((line) => line !== '')
        .toSorted(),
    ).toEqual(known)
    expect(await git(dir, 'fsck', '--no-dangling', '--no-progress')).toBe('')
  }
}

async function directoryOf(at: Place, slug: string): Promise<string> {
  const [row] = await select(at, `select uuid from repos where slug = '${slug}'`)
  return join(at.dataDir, 'repositories', 'ada', `${String(row?.['uuid'])}.git`)
}

async function everyFile(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function sizeOf(root: string): Promise<number> {
  const sizes = await Promise.all((await everyFile(root)).map(async (path) => (await stat(path)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
