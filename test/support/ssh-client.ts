// An SSH client that does as a test says, also what a decent one would not.
import { type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import ssh2, { type AnyAuthMethod, type ClientChannel, type ConnectConfig, type ParsedKey } from 'ssh2'
import type { KeyPair } from './ssh.ts'
import type { TestStithy } from './stithy.ts'

export interface Said {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface SignedIn {
  readonly raw: ssh2.Client
  run(command: string, options?: ssh2.ExecOptions): Promise<Said>
  end(): void
}

export interface How {
  readonly user?: string
  readonly method?: 'password' | 'keyboard-interactive' | 'none'
  /** Signs with this in place of the key's own private half. */
  readonly signWith?: KeyObject
  readonly ident?: string
  readonly localAddress?: string
  /** In place of a socket of its own. */
  readonly socket?: Socket
}

/** Fails with what the client says when it is not let in. */
export async function signInBy(stithy: Pick<TestStithy, 'sshPort'>, key: KeyPair, how: How = {}): Promise<SignedIn> {
  const raw = new ssh2.Client()
  const config: ConnectConfig = {
    host: '127.0.0.1',
    port: stithy.sshPort,
    username: how.user ?? 'git',
    ...(how.localAddress === undefined ? {} : { localAddress: how.localAddress }),
    ...(how.socket === undefined ? {} : { sock: how.socket }),
    ...(how.ident === undefined ? {} : { ident: how.ident }),
    authHandler: [proofOf(key, how)],
  }
  await new Promise<void>((resolve, reject) => {
    raw.once('ready', () => resolve())
    raw.on('error', reject)
    raw.once('close', () => reject(new Error('closed')))
    raw.connect(config)
  })
  return {
    raw,
    run: (command, options = {}) =>
      new Promise((resolve, reject) => {
        raw.exec(command, options, (error, channel) => (error ? reject(error) : resolve(listen(channel))))
      }),
    end: () => void raw.end(),
  }
}

function proofOf(key: KeyPair, how: How): AnyAuthMethod {
  const username = how.user ?? 'git'
  if (how.method === 'password') return { type: 'password', username, password: 'a long enough phrase 7' }
  if (how.method === 'keyboard-interactive') return { type: 'keyboard-interactive', username, prompt: () => undefined }
  if (how.method === 'none') return { type: 'none', username }
  const own = ssh2.utils.parseKey(readFileSync(key.file))
  if (own instanceof Error) throw own
  if (how.signWith !== undefined) forge(own, how.signWith)
  return { type: 'publickey', username, key: own }
}

function forge(key: ParsedKey, other: KeyObject): void {
  key.sign = (data) => sign(null, Buffer.from(data), other)
}

/** A silent client waits to be spoken to; others say that they have nothing to say. */
export function listen(channel: ClientChannel, isSilent = false): Promise<Said> {
  return new Promise((resolve) => {
    let stdout = ''
    let stderr = ''
    let code: number | null = null
    channel.on('data', (data: Buffer) => (stdout += data.toString()))
    channel.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
    channel.once('exit', (status: number | null) => (code = status))
    channel.once('close', () => resolve({ code, stdout, stderr }))
    if (!isSilent) channel.end()
  })
}
