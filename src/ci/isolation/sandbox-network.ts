import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { Fault } from '../../core/errors.ts'
import { closeRoutes } from './close-routes.ts'
import { type Argv, exitOf, startProgram } from './start-program.ts'

/** On a machine with nothing else to do it takes some 50 ms. */
const patienceMs = 60_000

/**
 * Gives a sandbox a way to the world, by a program that speaks for it (slirp4netns): the job never has the machine's
 * own network, where everything that listens on the loopback would answer. It ends with what is returned.
 */
export async function joinNetwork(
  first: number,
  asRoot: boolean,
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  // Root opens the network itself, and then slirp4netns gives up what it does not need; others go through the
  // namespace of users that is theirs.
  const target = asRoot
    ? ['--enable-sandbox', '--netns-type=path', `/proc/${first}/ns/net`]
    : [`--userns-path=/proc/${first}/ns/user`, String(first)]
  const slirp = [
    'slirp4netns',
    '--configure',
    '--mtu=65520',
    '--disable-host-loopback',
    '--ready-fd=3',
    ...target,
    'tap0',
  ]
  const argv: Argv = ['setpriv', '--pdeathsig', 'KILL', '--', ...slirp]
  const child = startProgram(argv, env, ['ignore', 'ignore', 'ignore', 'pipe'])
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  const ready = await Promise.race([firstByte(child.stdio[3] as Readable), exitOf(child).then(() => false)])
  clearTimeout(timer)
  if (!ready) throw new Fault('unavailable', missing, { code: 'CI_NETWORK_UNAVAILABLE' })
  try {
    await closeRoutes(first, 'neighbours', env)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return child
}

const missing =
  'No network for this job: slirp4netns does not work here. Install it (Debian: apt-get install slirp4netns iproute2), or run jobs in containers.'

async function firstByte(stream: Readable): Promise<boolean> {
  for await (const chunk of stream) return (chunk as Buffer).length > 0
  return false
}
