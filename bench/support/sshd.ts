// OpenSSH's server for one user and one key, as the thing to compare with.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Key, newKey } from './git-client.ts'
import { freePort } from './process.ts'

export function findSshd(): string | null {
  return ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find((path) => existsSync(path)) ?? null
}

export interface Sshd {
  readonly port: number
  readonly user: string
  stop(): Promise<void>
}

export async function startSshd(folder: string, key: Key): Promise<Sshd> {
  const program = findSshd()
  if (program === null) throw new Error('There is no sshd')
  const home = join(folder, 'sshd')
  mkdirSync(home)
  const port = await freePort()
  const host = newKey(home)
  const authorized = join(home, 'authorized_keys')
  writeFileSync(authorized, `${key.line}\n`)
  chmodSync(authorized, 0o600)
  const config = join(home, 'config')
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${host.file}`,
    `AuthorizedKeysFile ${authorized}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PidFile none',
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  // Run by root it wants an empty folder of this name.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true })
  const child = spawn(program, ['-D', '-e', '-f', config], { stdio: 'ignore' })
  process.once('exit', () => child.kill())
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`sshd did not start (${child.exitCode})`)
    await sleep(20)
  }
  return {
    port,
    user: userInfo().username,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const opened = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return opened
}
