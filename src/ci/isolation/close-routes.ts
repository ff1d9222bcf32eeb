import { networkInterfaces } from 'node:os'
import { Fault } from '../../core/errors.ts'
import { type Argv, runProgram } from './start-program.ts'

/** Networks that are somebody's inside, and where clouds answer with a machine's keys. */
const inside = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
]

/**
 * A job with a network reaches the world, not what is inside: routes of its own namespace lead nowhere, and it has not
 * the right to change them. Whoever keeps names (`reachable`) can be asked, even from inside; where
 * the neighbours are nobody but the program that speaks for the job, they stay.
 */
export async function closeRoutes(
  pid: number,
  reachable: readonly string[] | 'neighbours',
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const enter = ['nsenter', '--target', String(pid), '--net'] as const
  const own = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials']
  const ip = (...words: string[]): Argv => [...enter, ...own, 'ip', ...words]
  const { stdout: routes } = await runProgram(ip('-4', 'route', 'show'), { env, timeoutMs: 60_000 })
  const gateway = /^default via (\S+) dev (\S+)/m.exec(routes)
  const neighbours = [...routes.matchAll(/^(\d[\d.]+)\/(\d+) dev /gm)].flatMap(([, base = '', bits = '']) =>
    halves(base, Number(bits)),
  )
  const ours = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const closed = [
    ...inside,
    ...(reachable === 'neighbours' ? [] : neighbours),
    ...ours.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => `${address}/32`),
  ]
  const lines = [
    ...new Set(closed.map((network) => `route replace unreachable ${network}`)),
    ...(gateway === null || reachable === 'neighbours'
      ? []
      : reachable
          .filter(isIPv4)
          .map((address) => `route replace ${address}/32 via ${gateway[1]} dev ${gateway[2]} onlink`)),
  ]
  const { code, stderr } = await runProgram(ip('-batch', '-'), {
    env,
    timeoutMs: 60_000,
    input: Buffer.from(`${lines.join('\n')}\n`),
  })
  if (code !== 0)
    throw new Fault('unavailable', `No network for this job: ${stderr.trim()}`, { code: 'CI_NETWORK_UNAVAILABLE' })
}

/** Both halves of a network: narrower than the network itself, so that they count before it. */
function halves(base: string, bits: number): string[] {
  const number = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const upper = number + 2 ** (31 - bits)
  const written = [24, 16, 8, 0].map((shift) => Math.floor(upper / 2 ** shift) % 256).join('.')
  return bits >= 31 ? [] : [`${base}/${bits + 1}`, `${written}/${bits + 1}`]
}

function isIPv4(address: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(address)
}
