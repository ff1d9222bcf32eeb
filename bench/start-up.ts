// From the start of the process to a healthy answer, on data that exists.
import { startBaseline } from './support/baseline.ts'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { processorMs, type ServerProcess } from './support/process.ts'
import { newSite } from './support/stithy.ts'

export const name = 'start-up'
export const against = 'bare Fastify'

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const site = await newSite()
  try {
    const subject = () => startAndStop(site.start)
    const baseline = () => startAndStop(() => startBaseline(site.folder))
    await compare(1, subject, baseline)
    const compared = await compare(short ? 3 : 9, subject, baseline)
    return [
      figure(compared, 'ms', { what: 'start until healthy', unit: 'ms', target: { of: 'subject', below: 1500 } }),
      figure(compared, 'processor', { what: 'start until healthy: processor time', unit: 'ms' }),
    ]
  } finally {
    site.remove()
  }
}

async function startAndStop(start: () => Promise<ServerProcess>): Promise<Round> {
  const server = await start()
  const round = { ms: server.readyAfterMs, processor: processorMs(server.pid) }
  await server.stop()
  return round
}
