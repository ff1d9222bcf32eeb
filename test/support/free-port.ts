import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that connections are given: one that is free now is not taken by somebody's client a moment later. Nor by
// tests beside these: each process has ports of its own.
const lowest = 12_000
const each = 2500
const processes = 8
const first = lowest + (Number(process.env['VITEST_POOL_ID'] ?? 0) % processes) * each
const tries = 50

/** What was given is not given again, though nobody listens on it yet. */
const given = new Set<number>()

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  if (given.size > each / 2) given.clear()
  for (let count = 0; count < tries; count++) {
    const port = first + Math.floor(Math.random() * each)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error('No free port was found')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
