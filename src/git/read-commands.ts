import type { Readable } from 'node:stream'

/** So many refs at once are moved in another way: see `take-commands.ts`. */
export const manyRefs = 32

export interface Commands {
  /** What was read of the input, for whoever is to read it. */
  readonly head: Buffer
  readonly many: boolean
}

/** Reads so much of a push as tells whether it names many refs. Its input goes on where this ended. */
export async function readCommands(input: Readable): Promise<Commands> {
  const chunks: Buffer[] = []
  const counted: Counted = { lines: 0, at: 0, needed: 4, ended: false }
  let length = 0
  while (!counted.ended) {
    const chunk = input.read() as Buffer | null
    if (chunk !== null) {
      chunks.push(chunk)
      length += chunk.length
      // Whoever sends byte by byte has them put together once for each line, not for each byte.
      if (length >= counted.needed) count(Buffer.concat(chunks), counted)
    } else if (input.readableEnded || input.destroyed) break
    else await somethingMore(input)
  }
  return { head: Buffer.concat(chunks), many: counted.lines >= manyRefs }
}

interface Counted {
  lines: number
  at: number
  /** Before so many bytes have come there is nothing more to see. */
  needed: number
  ended: boolean
}

/** What makes no sense ends it too: git says what is wrong with it. */
function count(bytes: Buffer, counted: Counted): void {
  while (!counted.ended && bytes.length >= counted.needed) {
    const length = Number.parseInt(bytes.toString('latin1', counted.at, counted.at + 4), 16)
    if (Number.isNaN(length) || length < 4) counted.ended = true
    else if (counted.at + length > bytes.length) counted.needed = counted.at + length
    else {
      counted.at += length
      counted.needed = counted.at + 4
      counted.ended = ++counted.lines >= manyRefs
    }
  }
}

function somethingMore(input: Readable): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'error', 'close']
    const heard = (): void => {
      for (const event of events) input.off(event, heard)
      resolve()
    }
    for (const event of events) input.on(event, heard)
  })
}
