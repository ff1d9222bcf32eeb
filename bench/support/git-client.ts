// git as somebody runs it on their own machine.
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Key {
  readonly file: string
  readonly line: string
}

const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
}

export function newKey(folder: string): Key {
  const file = join(folder, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  return { file, line: readFileSync(`${file}.pub`, 'utf8').trim() }
}

/** Files that do not compress, so that what is stored, sent and received is the same size. */
export async function makeRepository(
  parent: string,
  megabytes: number,
): Promise<{ readonly folder: string; readonly megabytes: number }> {
  const folder = join(parent, 'large')
  mkdirSync(folder)
  await git(folder, 'init', '-q', '-b', 'main')
  for (let file = 0; file < megabytes * 4; file++) writeFileSync(join(folder, `file-${file}`), randomBytes(262_144))
  await git(folder, 'add', '.')
  await git(folder, 'commit', '-q', '-m', 'Large')
  await git(folder, 'repack', '-q', '-a', '-d')
  const packs = join(folder, '.git/objects/pack')
  const bytes = readdirSync(packs).map((file) => statSync(join(packs, file)).size)
  return { folder, megabytes: bytes.reduce((sum, size) => sum + size, 0) / 1e6 }
}

export async function pushTo(url: string, folder: string, key: Key): Promise<void> {
  await git(folder, '-c', `core.sshCommand=${sshCommand(key)}`, 'push', '-q', url, 'main')
}

export async function clone(url: string, target: string, key: Key): Promise<void> {
  await git(target, '-c', `core.sshCommand=${sshCommand(key)}`, 'clone', '-q', '--bare', url, '.')
}

export function sshCommand(key: Key): string {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'IdentitiesOnly=yes']
  return ['ssh', '-F', '/dev/null', '-i', key.file, ...options.flatMap((one) => ['-o', one])].join(' ')
}

export async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  await run('git', args, { cwd, env })
}

/** The ids of the newest commits, newest first. */
export async function listCommits(folder: string, count: number): Promise<readonly string[]> {
  const { stdout } = await run('git', ['rev-list', `--max-count=${count}`, 'HEAD'], { cwd: folder, env })
  return stdout.trim().split('\n')
}
