import type { ServerChannel } from 'ssh2'
import { findKeyHolder, type KeyHolder } from '../features/ssh-keys/identify-key.ts'
import { end, type Line } from './run-git-command.ts'

/** For somebody who tries whether their key works: `ssh -T git@…`. */
export async function greet({ app, fingerprint }: Line, channel: ServerChannel): Promise<void> {
  const holder = await findKeyHolder(app, fingerprint)
  const words = holder === null ? 'This key is no longer valid.' : greetingFor(holder)
  channel.resume()
  channel.stderr.write(`${words}\n`)
  end(channel, 1)
}

function greetingFor(holder: KeyHolder): string {
  const there = 'there is no shell access, but git clone, fetch and push work.'
  const { title } = holder.key
  if (holder.kind === 'deploy') return `Hi! You are signed in to Stithy with the deploy key ${title}; ${there}`
  return `Hi ${holder.user.username}! You are signed in to Stithy with the key ${title}; ${there}`
}
