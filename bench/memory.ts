// What an idle service keeps in memory.
import { setTimeout as sleep } from 'node:timers/promises'
import { startBaseline } from './support/baseline.ts'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { residentMegabytes, type ServerProcess } from './support/process.ts'
import { newSite } from './support/stithy.ts'

export const name = 'memory'
export const against = 'bare Fastify'

const settleMs = 4000

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const site = await newSite()
  try {
    const subject = () => measure(site.start)
    const baseline = () => measure(() => startBaseline(site.folder))
    const compared = await compare(short ? 1 : 3, subject, baseline)
    return [
      figure(compared, 'megabytes', { what: 'resident when idle', unit: 'MB', target: { of: 'subject', below: 150 } }),
    ]
  } finally {
    site.remove()
  }
}

async function measure(start: () => Promise<ServerProcess>): Promise<Round> {
  const server = await start()
  await sleep(settleMs)
  const round = { megabytes: residentMegabytes(server.pid) }
  await server.stop()
  return round
}
