import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Round } from './benchmark.ts'
import { processorMs, type ServerProcess } from './process.ts'

const autocannon = fileURLToPath(import.meta.resolve('autocannon'))
const connections = 50

interface Report {
  readonly duration: number
  readonly errors: number
  readonly non2xx: number
  readonly requests: { readonly total: number }
  readonly latency: { readonly p50: number; readonly p99: number }
}

export interface Asking {
  readonly headers?: Readonly<Record<string, string>>
  /** Makes it a POST. */
  readonly body?: object
}

/** Asks as fast as answers come, over connections that stay open, from a process of its own. */
export async function load(
  server: Pick<ServerProcess, 'pid' | 'url'>,
  path: string,
  seconds: number,
  { headers = {}, body }: Asking = {},
): Promise<Round> {
  const before = processorMs(server.pid)
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = Object.entries({ ...headers, ...type }).flatMap(([name, value]) => ['--headers', `${name}=${value}`])
  const shape = ['--connections', String(connections), '--duration', String(seconds)]
  const posted = body === undefined ? [] : ['--method', 'POST', '--body', JSON.stringify(body)]
  const report = await runAutocannon(['--json', ...shape, ...sent, ...posted, server.url + path])
  if (report.errors > 0 || report.non2xx > 0) {
    throw new Error(`${path}: ${report.errors} errors, ${report.non2xx} bad answers`)
  }
  const processor = processorMs(server.pid) - before
  return {
    perSecond: report.requests.total / report.duration,
    processorMicros: (processor * 1000) / report.requests.total,
    busyPercent: processor / report.duration / 10,
    p99: report.latency.p99,
    tail: report.latency.p99 / Math.max(report.latency.p50, 1),
  }
}

/** Asks one thing after the other until it is stopped; then says within how many milliseconds 99 % were answered. */
export function answerTimes(server: ServerProcess, path: string): { stop(): Promise<number> } {
  const times: number[] = []
  const stopping = new AbortController()
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      const began = performance.now()
      await (await fetch(server.url + path)).arrayBuffer()
      times.push(performance.now() - began)
      await sleep(5)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await asking
      return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
    },
  }
}

async function runAutocannon(args: readonly string[]): Promise<Report> {
  const child = spawn(process.execPath, [autocannon, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(child, 'close')
  return JSON.parse(text) as Report
}
