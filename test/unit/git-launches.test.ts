import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RepositoryAway } from '../../src/core/repository-away.ts'
import { LaunchedGit } from '../../src/git/launched-git.ts'
import { Launches } from '../../src/git/launches.ts'
import { endGit, exitOf, Git, type RepoDir } from '../../src/git/run-git.ts'

const run = promisify(execFile)
const launches = new Launches(new URL('../../src/git/launcher.ts', import.meta.url))
const git = new Git(process.env['PATH'] ?? '', launches)
const dir = mkdtempSync(join(tmpdir(), 'stithy-launches-')) as RepoDir

beforeAll(async () => {
  await git.run(dir, { words: ['init', '--bare', '-q'] })
  // The first ones are started without help.
  await Promise.all(Array.from({ length: 30 }, () => git.run(dir, { words: ['version'] })))
})

afterAll(() => {
  launches.close()
  rmSync(dir, { recursive: true })
})

test('a launched git reads, writes, complains and ends as any other does', async () => {
  const id = await git.run(dir, { words: ['hash-object', '-w', '--stdin'] }, { input: 'hello\n' })
  expect(id.toString()).toBe('ce013625030ba8dba906f756967f9e9ca394464a\n')
  const failed = await git.try(dir, { words: ['cat-file', '-p', 'nothing-of-this-name'] })
  expect(failed.exitCode).toBe(128)
  expect(failed.stderr).toContain('nothing-of-this-name')
})

test('what many write at once comes whole, and to whom it belongs', async () => {
  const texts = Array.from({ length: 40 }, (_, index) => `${index} `.repeat(50_000 + index))
  const ids = await Promise.all(
    texts.map((input) => git.run(dir, { words: ['hash-object', '-w', '--stdin'] }, { input })),
  )
  const read = await Promise.all(ids.map((id) => git.run(dir, { words: ['cat-file', 'blob', id.toString().trim()] })))
  expect(read.map(String)).toEqual(texts)
})

test('one that nobody reads ends, one that is told to ends, and one that cannot start says so', async () => {
  const unread = git.spawn(dir, { words: ['version'] }, ['ignore', 'pipe', 'ignore'])
  expect(await exitOf(unread)).toBe(0)
  const waiting = git.spawn(dir, { words: ['cat-file', '--batch'] }, ['pipe', 'pipe', 'ignore'])
  endGit(waiting)
  waiting.kill()
  expect(await exitOf(waiting)).toBe(128)
  expect(waiting.signalCode).toBe('SIGTERM')
  const missing = new Git('/nonexistent', launches).spawn(dir, { words: ['version'] }, ['pipe', 'pipe', 'pipe'])
  expect(await exitOf(missing)).toBe(128)
})

test('one that is sent to a folder that is not there is not started: it is away for a moment', async () => {
  const gone = join(dir, 'gone') as RepoDir
  await expect(git.try(gone, { words: ['version'] })).rejects.toThrow(RepositoryAway)
})

test('who reads from one whose folder went before it was started hears that it is away', async () => {
  const child = new LaunchedGit(['ignore', 'pipe', 'ignore'], () => undefined)
  const ended = exitOf(child)
  const read = text(child.stdout ?? Readable.from([]))
  child.fail(Object.assign(new Error('spawn git ENOENT'), { code: 'ENOENT' }))
  await expect(read).rejects.toThrow(RepositoryAway)
  expect(await ended).toBe(128)
})

test('it has a number before its first word, and pipes besides the usual three go both ways', async () => {
  const words = ['-c', 'alias.ask=!echo question >&3; read answer <&4; echo "heard $answer"', 'ask']
  const child = git.spawn(dir, { words }, ['pipe', 'pipe', 'ignore', 'pipe', 'pipe'])
  const [, stdout, , questions, verdicts] = child.stdio
  const heard: string[] = []
  if (stdout === null || stdout === undefined || !('read' in stdout)) throw new Error('There is no output')
  stdout.on('data', (bytes: Buffer) => heard.push(bytes.toString()))
  const pid = await new Promise((resolve) => questions?.once('data', () => resolve(child.pid)))
  expect(pid).toBeGreaterThan(0)
  if (verdicts !== null && verdicts !== undefined && 'write' in verdicts) verdicts.end('yes\n')
  expect(await exitOf(child)).toBe(0)
  expect(heard.join('')).toBe('heard yes\n')
})

test('one whose reader has stopped at the last byte ends', async () => {
  // Its pipes are closed only after it has ended.
  const words = ['-c', 'alias.ask=!echo question >&3; sleep 0.2 &', 'ask']
  const child = git.spawn(dir, { words }, ['pipe', 'pipe', 'ignore', 'pipe', 'pipe'])
  const [, , , questions] = child.stdio
  if (questions === null || questions === undefined || !('read' in questions)) throw new Error('There is no question')
  const asked = await questions[Symbol.asyncIterator]().next()
  expect(String(asked.value)).toBe('question\n')
  expect(await exitOf(child)).toBe(0)
})

test('when what starts them is killed, those under way fail and the next one works', async () => {
  const waiting = git.spawn(dir, { words: ['cat-file', '--batch'] }, ['pipe', 'pipe', 'ignore'])
  while (waiting.pid === undefined) await sleep(5)
  const ended = exitOf(waiting)
  process.kill(launches.pid ?? 0, 'SIGKILL')
  expect(await ended).toBe(128)
  expect((await git.run(dir, { words: ['version'] })).toString()).toContain('git version')
})

test('one whose pipes found no descriptor any more fails, instead of being waited for for ever', async () => {
  const program = join(import.meta.dirname, '../support/launch-without-descriptors.ts')
  const { stdout } = await run('prlimit', ['--nofile=64:', process.execPath, program, dir])
  expect(stdout).toBe('it failed, one that stays ended with 128, then it ran\n')
})

test('one for which there is no room yet is started as soon as there is, and none at all is no answer of git', async () => {
  await git.run(dir, { words: ['version'] })
  const pid = String(launches.pid)
  const waiting = git.spawn(dir, { words: ['cat-file', '--batch'] }, ['pipe', 'pipe', 'ignore'])
  while (waiting.pid === undefined) await sleep(5)
  const open = readdirSync(`/proc/${pid}/fd`).length
  await run('prlimit', ['--pid', pid, `--nofile=${open}:`])
  await expect(git.try(dir, { words: ['version'] })).rejects.toThrow('no room for another process')
  const patient = git.run(dir, { words: ['version'] })
  await sleep(100)
  await run('prlimit', ['--pid', pid, '--nofile=1024:'])
  expect((await patient).toString()).toContain('git version')
  expect(String(launches.pid)).toBe(pid)
  expect(waiting.exitCode).toBeNull()
  waiting.kill()
  await exitOf(waiting)
})
