// Real ssh and git over SSH, as a person has them, without anything of this machine's configuration.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type GitResult, git, newFolder, tryGit } from './git.ts'
import type { Person } from './people.ts'
import { runApart } from './run-apart.ts'
import type { TestStithy } from './stithy.ts'

const run = promisify(execFile)

export interface KeyPair {
  /** The path of the private key. */
  readonly file: string
  /** The line of the .pub file. */
  readonly line: string
  readonly fingerprint: string
}

export async function newKeyPair(type = 'ed25519', bits?: number): Promise<KeyPair> {
  const file = join(await newFolder(), 'key')
  const size = bits === undefined ? [] : ['-b', String(bits)]
  await run('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-C', `a ${type} key`, '-f', file])
  const shown = await run('ssh-keygen', ['-l', '-f', file])
  return {
    file,
    line: (await readFile(`${file}.pub`, 'utf8')).trim(),
    fingerprint: shown.stdout.split(' ')[1] ?? '',
  }
}

/** A key pair that somebody has added to their account. */
export async function keyOf(stithy: TestStithy, person: Person, title = 'laptop'): Promise<KeyPair> {
  const pair = await newKeyPair()
  await addKey(stithy, person, pair, title)
  return pair
}

export async function addKey(stithy: TestStithy, person: Person, pair: KeyPair, title = 'laptop'): Promise<string> {
  const answer = await stithy.client('B').as(person.access).post('user/keys', { title, key: pair.line })
  if (answer.status !== 201) throw new Error(`add key: ${answer.status} ${answer.text}`)
  return answer.body.id
}

export function sshOptions(port: number | null, keys: readonly KeyPair[]): readonly string[] {
  const options = [
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'GlobalKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
    'IdentitiesOnly=yes',
    'IdentityAgent=none',
    'BatchMode=yes',
    'ConnectTimeout=20',
  ]
  const identities = keys.length === 0 ? ['-i', '/nonexistent'] : keys.flatMap((key) => ['-i', key.file])
  const at = port === null ? [] : ['-p', String(port)]
  return ['-F', '/dev/null', ...at, ...identities, ...options.flatMap((one) => ['-o', one])]
}

/** Runs ssh and says how it ended. Arguments come before the host's name, the command behind it. */
export function ssh(
  stithy: Pick<TestStithy, 'sshPort'>,
  keys: readonly KeyPair[],
  {
    user = 'git',
    host = '127.0.0.1',
    args = [],
    command = [],
  }: { user?: string; host?: string; args?: readonly string[]; command?: readonly string[] } = {},
): Promise<GitResult> {
  const all = [...sshOptions(stithy.sshPort, keys), ...args, `${user}@${host}`, ...command]
  return runApart({ program: 'ssh', args: all, cwd: tmpdir(), env: process.env })
}

export function sshUrl(stithy: Pick<TestStithy, 'sshPort'>, repo: string): string {
  return `ssh://git@127.0.0.1:${stithy.sshPort}/${repo}`
}

/** git's own configuration for one call: which key it signs in with. The port comes from the address. */
function withKey(key: KeyPair): readonly string[] {
  return ['-c', `core.sshCommand=ssh ${sshOptions(null, [key]).join(' ')}`]
}

export function gitSsh(key: KeyPair, cwd: string, ...args: readonly string[]): Promise<string> {
  return git(cwd, ...withKey(key), ...args)
}

export function tryGitSsh(key: KeyPair, cwd: string, ...args: readonly string[]): Promise<GitResult> {
  return tryGit(cwd, ...withKey(key), ...args)
}
