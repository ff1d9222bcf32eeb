import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Box } from '../../../ci/isolation/isolation.ts'
import { Fault } from '../../../core/errors.ts'
import type { Repo } from '../../../core/repo.ts'
import type { Tx } from '../../../db/handle.ts'
import { type Blob, storeBlob } from '../../blobs/store-blob.ts'
import { claimRoom, ownerOf, roomOfOwner } from '../../quota/claim-room.ts'
import { PromisedRoom } from '../../quota/promise-room.ts'
import { baseEnv } from './job-env.ts'
import type { RunnerApp } from './runner-app.ts'

/**
 * Packs what is there inside the box: nothing that a job has made, links least of all, is followed out here.
 * Patterns are the shell's own; names may hold anything.
 */
const packing = `cd /workspace || exit 4
n=$#
IFS=
for pattern in "$@"; do
  for path in $pattern; do
    if [ -e "$path" ] || [ -L "$path" ]; then set -- "$@" "./$path"; else echo "Nothing is at $path" >&2; fi
  done
done
shift $n
[ $# -gt 0 ] || exit 3
exec tar -czf - -- "$@"`

/** Exit code of the script above when there is nothing to pack. */
const nothing = 3

interface TarCall {
  readonly paths: readonly string[]
  readonly mostBytes: number
  readonly signal: AbortSignal
  readonly onMessage: (text: string) => void
  readonly refer: (tx: Tx, blob: Blob) => Promise<void>
}

function tooMuch(bytes: number): Fault {
  const message = `The files take more than the ${Math.floor(bytes / 1024 ** 2)} MB that may be kept`
  return new Fault('too-large', message, { code: 'PAYLOAD_TOO_LARGE' })
}

/** Of what is said while files are packed. */
const mostSaid = 5000

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Until more can be written. Where the store takes no more of it, the store says why. */
async function untilDrained(stream: PassThrough): Promise<void> {
  // Nobody listens on once one of them has come: of a large file there are thousands of such waits.
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([once(stream, 'drain', { signal }), finished(stream, { signal })]).catch(() => undefined)
  waiting.abort()
}

interface Owned {
  readonly app: Pick<RunnerApp, 'blobs' | 'config' | 'db' | 'promises'>
  readonly repo: Repo
}

/** False when there was nothing. Streams from the box into the store: nothing is collected in between. */
export async function storeTar(run: Owned, box: Pick<Box, 'run'>, call: TarCall): Promise<boolean> {
  const stream = new PassThrough()
  // A box may have ended before the store begins to read: an error that nobody listens for would end the process.
  stream.on('error', () => undefined)
  const owner = ownerOf(run.repo)
  const refuse = (): Fault => tooMuch(call.mostBytes)
  const own = { key: null, left: async () => ({ bytes: call.mostBytes, refuse }) }
  const room = new PromisedRoom(run.app, [own, roomOfOwner(run.app, owner)])
  const stored = storeBlob(run.app, stream, { room }, async (tx, blob) => {
    await claimRoom(run.app, tx, owner, blob.size)
    await call.refer(tx, blob)
  })
  stored.catch(() => undefined)
  const letGo = async (): Promise<void> => {
    stream.destroy(new Error('nothing to keep'))
    await stored.catch(() => undefined)
  }
  let said = ''
  const packed = box.run({
    argv: ['/bin/sh', '-c', packing, 'sh', ...call.paths],
    env: baseEnv(),
    signal: call.signal,
    onOutput: async (from, chunk) => {
      // Whole lines are told when it is over: what comes in pieces would be told, and masked, in pieces.
      if (from === 'stderr') said = (said + chunk.toString('utf8')).slice(0, mostSaid)
      else if (!stream.destroyed && !stream.write(chunk)) await untilDrained(stream)
    },
  })
  const exit = await packed.catch(async (error: unknown) => {
    await letGo()
    throw error
  })
  for (const line of linesOf(said)) call.onMessage(line)
  if (exit.code === 0) {
    stream.end()
    return settle(stored, call)
  }
  await letGo()
  if (exit.code !== nothing) call.onMessage(`The files could not be packed (${exit.code ?? 'ended'})`)
  return false
}

/** Too much, or no room: the job has done its work all the same, and its log says what became of the files. */
async function settle(stored: Promise<void>, { onMessage }: TarCall): Promise<boolean> {
  try {
    await stored
    return true
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    onMessage(error.message)
    return false
  }
}
