import { flushPkt } from './pkt-line.ts'

const delimiter = '0001'
/** What a client says of itself, and what it has to agree with the server about. */
const known = /^(?:agent=[\x20-\x7e]*|object-format=sha1|session-id=[\x20-\x7e]*)$/

/**
 * What is asked with a command of version 2 of git's protocol, a line each. Null for whatever is not exactly such a question:
 * git knows what to say to that.
 */
export function askedLines(question: Buffer, command: 'fetch' | 'ls-refs'): readonly string[] | null {
  const packets = packetsOf(question)
  const split = packets?.indexOf(delimiter) ?? -1
  if (packets === null || packets.at(-1) !== flushPkt || packets.indexOf(flushPkt) !== packets.length - 1) return null
  const head = packets.slice(0, split === -1 ? -1 : split)
  const named = `command=${command}`
  if (!head.includes(named) || !head.every((line) => line === named || known.test(line))) return null
  return split === -1 ? [] : packets.slice(split + 1, -1)
}

/** The lines, each without its length and the newline at its end. */
function packetsOf(question: Buffer): string[] | null {
  const packets: string[] = []
  for (let at = 0; at < question.length; ) {
    const digits = question.toString('latin1', at, at + 4)
    if (!/^[\da-f]{4}$/i.test(digits)) return null
    if (digits === flushPkt || digits === delimiter) {
      packets.push(digits)
      at += 4
      continue
    }
    const end = at + Number.parseInt(digits, 16)
    if (end <= at + 4 || end > question.length) return null
    const line = question.toString('utf8', at + 4, end)
    // A name that is no text has no equal among ours.
    if (line.includes('\ufffd') || line.includes('\0')) return null
    packets.push(line.endsWith('\n') ? line.slice(0, -1) : line)
    at = end
  }
  return packets
}
