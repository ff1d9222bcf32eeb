// A program of its own that starts gits for a service: see `launches.ts`. Small, and nothing but this.
import type { ChildProcess, SendHandle } from 'node:child_process'
import type { News, Order } from './launch-words.ts'
import { spawnWithFiles } from './spawn-with-files.ts'

const running = new Map<number, ChildProcess>()
/** Most have ended by then. */
const lastingMs = 2000

process.on('message', (order: Order) => {
  if ('kill' in order) running.get(order.id)?.kill(order.kill)
  else start(order)
})
// The service is gone. What it had started ends by itself, as everything does whose other end is closed. The channel alone
// does not tell: Node misses its end while the end of a pipe waits to be taken over.
process.on('disconnect', () => process.exit(0))
process.stdin.on('close', () => process.exit(0)).resume()
// For everybody in this group; the service decides when its gits end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

function start({ id, ...order }: Extract<Order, { program: string }>): void {
  let child: ChildProcess
  try {
    child = spawnWithFiles(order)
  } catch (error) {
    tellFailure(id, error)
    return
  }
  // Without a descriptor for its pipes it has none, and nothing will come of it but an error.
  const stdio = child.pid === undefined ? [] : child.stdio
  const pipes = stdio.map((stream, fd) => (fd === 0 && order.input !== undefined ? null : takeHandle(stream)))
  child.on('error', (error) => {
    running.delete(id)
    tellFailure(id, error)
  })
  child.on('exit', (code, signal) => {
    running.delete(id)
    tell({ id, code, signal })
  })
  if (child.pid === undefined) return
  running.set(id, child)
  const there = pipes.flatMap((pipe, fd) => (pipe === null ? [] : [{ pipe, fd }]))
  // The other end waits for each of them, and says that it has it: the first takes the number along.
  const [first, ...others] = there
  tell({ id, pid: child.pid, fd: first?.fd ?? null }, first?.pipe)
  for (const { pipe, fd } of others) tell({ id, fd }, pipe)
  const lasts = setTimeout(() => tell({ id, lasts: true }), lastingMs)
  child.once('exit', () => clearTimeout(lasts))
}

function tellFailure(id: number, error: unknown): void {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : undefined
  tell({ id, error: String(error), reason })
}

/** Ends of pipes are sent one after the other; each is closed here once it has left, or nobody is there to take it. */
function tell(news: News, pipe?: Handle & SendHandle): void {
  process.send?.(news, pipe, {}, () => pipe?.close())
}

/** What Node calls the end of a pipe; it has no public name. */
interface Handle {
  readStop(): void
  close(): void
}

/** Takes the end of a pipe out of Node's hands before a byte was read from it. */
function takeHandle(stream: object | null | undefined): (Handle & SendHandle) | null {
  if (stream === null || stream === undefined) return null
  const handle = Reflect.get(stream, '_handle') as (Handle & SendHandle) | null
  handle?.readStop()
  Reflect.set(stream, '_handle', null)
  return handle
}
