/** The framing of git's wire protocol: four hex digits of length, then the line. */
export function pktLine(text: string): string {
  const length = Buffer.byteLength(text) + 4
  return length.toString(16).padStart(4, '0') + text
}

export const flushPkt = '0000'
