// Thousands of open streams of notifications in one process: what each costs, and how soon an event reaches a thousand.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { addReaders } from './support/many-readers.ts'
import { residentMegabytes, type ServerProcess } from './support/process.ts'
import { newRepo, newSite, newToken } from './support/stithy.ts'

export const name = 'streams'
export const against = null

const subscribers = 1000
/** Until what opening them has used is given back. */
const settleMs = 15_000
const repo = 'repos/ada/watched'
const warmUps = 10_000

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const count = short ? 2000 : 10_000
  const site = await newSite()
  try {
    const first = await site.start()
    await newRepo(first, 'watched')
    await first.stop()
    const readers = await addReaders(site.folder, 'watched', { count, watching: subscribers })
    const measured = await measure(await site.start(), { readers, rounds: short ? 3 : 10 })
    // One process, looked at once: there is nothing else like it to hold it against.
    const compared = { subject: [measured], baseline: [] }
    return [
      figure(compared, 'kilobytes', {
        what: `memory of each of ${count} streams`,
        unit: 'KB',
        target: { of: 'subject', below: short ? 20 : 15 },
      }),
      figure(compared, 'p99', {
        what: `from a comment to ${subscribers} watchers, p99`,
        unit: 'ms',
        target: { of: 'subject', below: 250 },
      }),
      figure(compared, 'p50', { what: 'the same, median', unit: 'ms' }),
    ]
  } finally {
    site.remove()
  }
}

interface Plan {
  readonly readers: readonly string[]
  readonly rounds: number
}

async function measure(server: ServerProcess, { readers, rounds }: Plan): Promise<Round> {
  const ada = await newToken(server, ['issues:write'])
  const { number } = await post(server, `${repo}/issues`, { title: 'Watched' }, ada)
  // What a service in use has anyway is not what a stream costs: room for young objects, compiled code.
  for (let at = 0; at < warmUps; at += 50) {
    await Promise.all(Array.from({ length: 50 }, () => read(server, `${repo}/issues`, ada)))
  }
  await sleep(settleMs)
  const before = residentMegabytes(server.pid)
  let arrivals: number[] = []
  const sockets: Socket[] = []
  for (let at = 0; at < readers.length; at += 100) {
    const opened = readers
      .slice(at, at + 100)
      .map((token) => openStream(server, token, () => arrivals.push(performance.now())))
    sockets.push(...(await Promise.all(opened)))
  }
  await sleep(settleMs)
  const kilobytes = ((residentMegabytes(server.pid) - before) * 1000) / readers.length
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    arrivals = []
    const began = performance.now()
    await post(server, `${repo}/issues/${number}/comments`, { body: 'Strike' }, ada)
    while (arrivals.length < subscribers) await sleep(5)
    times.push(...arrivals.map((at) => at - began))
    await sleep(500)
  }
  for (const socket of sockets) socket.destroy()
  await server.stop()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { kilobytes, p99: at(0.99), p50: at(0.5) }
}

/** A bare socket: what reads must not cost more than what is measured. */
function openStream(server: ServerProcess, token: string, onFrame: () => unknown): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const head = ['GET /notifications/stream HTTP/1.1', `Host: ${hostname}`, `Authorization: Bearer ${token}`]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
    })
    socket.setEncoding('latin1')
    socket.once('error', reject)
    socket.on('data', (text: string) => {
      if (text.includes('retry: ')) resolve(socket)
      for (let frames = text.split('\ndata: ').length; frames > 1; frames--) onFrame()
    })
  })
}

async function read(server: ServerProcess, path: string, token: string): Promise<void> {
  const answer = await fetch(`${server.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
}

async function post(server: ServerProcess, path: string, body: object, token: string): Promise<{ number: number }> {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { number: number }
}
