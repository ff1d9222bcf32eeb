/** The framing of git's wire protocol: four hex digits of length, then the line. */
export function pktLine(text: string): string {
  const length = Buffer.byteLength(text) + 4
  return length.toString(16).padStart(4, '0') + text
}

export const flushPkt = '0000'

/** The lines of a stretch of the wire, without their lengths; flushes and what makes no sense are left out. */
export function readPktLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 4), 16)
    if (Number.isNaN(length)) break
    if (length > 4) lines.push(bytes.subarray(at + 4, at + length))
    at += Math.max(length, 4)
  }
  return lines
}
