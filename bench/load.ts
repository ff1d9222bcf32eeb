// Everything at once, for as long as ten minutes: readers and writers of the API, people with browsers, fetches, pushes.
import { type Compared, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { ask } from './support/mix/ask.ts'
import { fetchRequest } from './support/mix/fetchers.ts'
import { keepPace, type Stream, shareOf, type Told } from './support/mix/keep-pace.ts'
import { pushRequest } from './support/mix/pushers.ts'
import { apiRequest, pageRequest } from './support/mix/readers-and-writers.ts'
import { settle } from './support/mix/town.ts'
import { residentMegabytes, type ServerProcess, servingMs, treeProcessorMs } from './support/process.ts'
import { newSite } from './support/stithy.ts'

export const name = 'load'
export const against = null

const metricsToken = 'for the benchmark alone'
const warmUpSeconds = 5
const mostMegabytes = 500

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const site = await newSite({ METRICS_TOKEN: metricsToken })
  try {
    const server = await site.start()
    const town = await settle(server, site.folder)
    const streams: readonly Stream[] = [
      { kind: 'api', perSecond: 200, one: apiRequest(town) },
      { kind: 'pages', perSecond: 20, one: pageRequest(town) },
      { kind: 'fetches', perSecond: 20, one: fetchRequest(town) },
      { kind: 'pushes', perSecond: 4, one: pushRequest(town) },
    ]
    await keepPace(streams, warmUpSeconds)
    const round = await measure(server, streams, short ? 20 : 600)
    await server.stop()
    // One process, looked at once: there is nothing else like it to hold it against.
    return figuresOf({ subject: [round], baseline: [] }, streams)
  } finally {
    site.remove()
  }
}

async function measure(server: ServerProcess, streams: readonly Stream[], seconds: number): Promise<Round> {
  const memory = watchMemory(server, seconds < 60 ? 1000 : 10_000)
  await loopDelay(server)
  const processor = treeProcessorMs([server.pid])
  const serving = servingMs(server.pid)
  const told = await keepPace(streams, seconds)
  const { ran, waited } = servingMs(server.pid)
  const round: Record<string, number> = {
    ran: (ran - serving.ran) / seconds / 10,
    waited: (waited - serving.waited) / seconds / 10,
    loop: await loopDelay(server),
    busy: (treeProcessorMs([server.pid]) - processor) / seconds / 10,
    ...memory.stop(),
  }
  for (const one of told) Object.assign(round, roundOf(one))
  return round
}

function roundOf(told: Told): Round {
  const { kind, times, serverErrors, otherErrors, firstError } = told
  if (firstError !== null) process.stderr.write(`${kind}: ${serverErrors} + ${otherErrors} failed: ${firstError}\n`)
  return {
    [`${kind} count`]: times.length,
    [`${kind} errors`]: serverErrors + otherErrors,
    [`${kind} p50`]: shareOf(times, 0.5),
    [`${kind} p95`]: shareOf(times, 0.95),
    [`${kind} p99`]: shareOf(times, 0.99),
  }
}

/** The metric begins anew whenever it is read. Its timer's own ten milliseconds are in it. */
async function loopDelay({ url }: ServerProcess): Promise<number> {
  const { body } = await ask(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(body.toString())?.[1]) * 1000
}

interface Memory {
  readonly start: number
  readonly end: number
  /** From the second quarter of the time to the last. */
  readonly growth: number
}

function watchMemory({ pid }: ServerProcess, everyMs: number): { stop(): Memory } {
  const seen = [residentMegabytes(pid)]
  const timer = setInterval(() => {
    seen.push(residentMegabytes(pid))
    process.stderr.write(`${seen.at(-1)?.toFixed(0)} `)
  }, everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      process.stderr.write('MB\n')
      const quarter = Math.max(1, Math.floor(seen.length / 4))
      const growth = mean(seen.slice(-quarter)) - mean(seen.slice(quarter, 2 * quarter))
      return { start: seen[0] ?? Number.NaN, end: seen.at(-1) ?? Number.NaN, growth }
    },
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const below = (most: number) => ({ target: { of: 'subject', below: most } }) as const

function figuresOf(compared: Compared, streams: readonly Stream[]): readonly Figure[] {
  const ofKind = ({ kind, perSecond }: Stream): readonly Figure[] => [
    figure(compared, `${kind} count`, { what: `${kind}, ${perSecond} a second`, unit: 'answered', better: 'higher' }),
    figure(compared, `${kind} errors`, { what: kind, unit: 'failed', ...below(1) }),
    figure(compared, `${kind} p50`, { what: `${kind}, median`, unit: 'ms' }),
    figure(compared, `${kind} p95`, { what: `${kind}, p95`, unit: 'ms', ...(kind === 'api' ? below(150) : {}) }),
    figure(compared, `${kind} p99`, { what: `${kind}, p99`, unit: 'ms' }),
  ]
  return [
    ...streams.flatMap(ofKind),
    figure(compared, 'loop', { what: 'delay of the event loop, p99', unit: 'ms', ...below(30) }),
    figure(compared, 'busy', { what: 'processor time, git included', unit: '% of one core' }),
    figure(compared, 'ran', { what: 'the thread that serves', unit: '% of one core' }),
    figure(compared, 'waited', { what: 'the same, waiting for a core', unit: '% of the time' }),
    figure(compared, 'start', { what: 'memory at the start', unit: 'MB' }),
    figure(compared, 'end', { what: 'memory at the end', unit: 'MB', ...below(mostMegabytes) }),
    figure(compared, 'growth', { what: 'memory, second quarter to last', unit: 'MB' }),
  ]
}
