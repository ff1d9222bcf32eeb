/** Four hex digits, and what they can say. */
const longest = 65_520
const headLength = 4

export class NoPacket extends Error {
  override readonly name = 'NoPacket'
}

/** What one takes at least, however little it says: a server may send empty ones for ever. */
const leastCounted = 64

/** Of what somebody else sends, for whoever keeps it or waits for its end. */
export function weightOf(packet: Buffer): number {
  return Math.max(packet.length, leastCounted)
}

/** The packets of git's wire protocol one after the other, as their bytes come. A flush is an empty one. */
export async function* readPackets(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let left: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    left = left.length === 0 ? chunk : Buffer.concat([left, chunk])
    for (let length = lengthOf(left); length !== null && length <= left.length; length = lengthOf(left)) {
      yield left.subarray(headLength, length)
      left = left.subarray(Math.max(length, headLength))
    }
  }
  if (left.length > 0) throw new NoPacket('The other side broke off in the middle of a packet')
}

/** Null while it is not known; a flush says 0. */
function lengthOf(bytes: Buffer): number | null {
  if (bytes.length < headLength) return null
  const digits = bytes.toString('latin1', 0, headLength)
  const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN
  if (Number.isNaN(length) || length > longest || (length > 0 && length < headLength)) {
    throw new NoPacket('The other side does not speak git')
  }
  return length
}
