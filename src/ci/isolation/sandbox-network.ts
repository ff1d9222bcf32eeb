import type { Readable } from 'node:stream'
import { Fault } from '../../core/errors.ts'
import { closeRoutes } from './close-routes.ts'
import type { LaunchPlan } from './launch-sandbox.ts'
import { exitOf, startProgram } from './start-program.ts'

const patienceMs = 5000

/**
 * Gives a sandbox a way to the world, by a program that speaks for it (slirp4netns): the job never has the machine's
 * own network, where everything that listens on the loopback would answer. Returns what ends it.
 */
export async function joinNetwork(
  first: number,
  plan: Pick<LaunchPlan, 'asRoot' | 'owner'>,
  env: Readonly<Record<string, string>>,
): Promise<() => void> {
  const owner = String(plan.owner)
  const slirp = [
    'slirp4netns',
    '--configure',
    '--mtu=65520',
    '--disable-host-loopback',
    '--enable-seccomp',
    '--ready-fd=3',
  ]
  const target = [`--userns-path=/proc/${first}/ns/user`, String(first), 'tap0']
  const drop = ['--reuid', owner, '--regid', owner, '--clear-groups', '--pdeathsig', 'KILL', '--']
  const words = [...(plan.asRoot ? drop : ['--pdeathsig', 'KILL', '--']), ...slirp, ...target]
  const child = startProgram(['setpriv', ...words], env, ['ignore', 'ignore', 'ignore', 'pipe'])
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  const ready = await Promise.race([firstByte(child.stdio[3] as Readable), exitOf(child).then(() => false)])
  clearTimeout(timer)
  if (!ready) throw new Fault('unavailable', missing, { code: 'CI_NETWORK_UNAVAILABLE' })
  try {
    await closeRoutes(first, [], env)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return () => void child.kill('SIGKILL')
}

const missing =
  'No network for this job: slirp4netns does not work here. Install it (Debian: apt-get install slirp4netns iproute2), or run jobs in containers.'

async function firstByte(stream: Readable): Promise<boolean> {
  for await (const chunk of stream) return (chunk as Buffer).length > 0
  return false
}
