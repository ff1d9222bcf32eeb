import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that connections are given: one that is free now is not taken by somebody's client a moment later.
const lowest = 12_000
const highest = 32_000
const tries = 50

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let count = 0; count < tries; count++) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
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
