import type { Sha } from '../core/sha.ts'
import { flushPkt, pktLine } from './pkt-line.ts'

const delimiter = '0001'
/** A packet is at most 65,520 bytes: four say how long it is, one for whom it is. */
const mostInPacket = 65_515
const forPack = 1

/** The answer to a fetch in version 2 of git's protocol. Whoever has named all that they have is not told what was met. */
export function writeFetched(pack: Buffer, met: readonly Sha[] | null): Buffer {
  const told = met === null ? [] : ['acknowledgments\n', ...met.map((sha) => `ACK ${sha}\n`), 'ready\n'].map(pktLine)
  const parts: Buffer[] = [Buffer.from([...told, ...(met === null ? [] : [delimiter]), pktLine('packfile\n')].join(''))]
  for (let at = 0; at < pack.length; at += mostInPacket) {
    const piece = pack.subarray(at, at + mostInPacket)
    const length = (piece.length + 5).toString(16).padStart(4, '0')
    parts.push(Buffer.from(`${length}${String.fromCharCode(forPack)}`, 'latin1'), piece)
  }
  return Buffer.concat([...parts, Buffer.from(flushPkt)])
}
