import { crc32, deflateSync } from 'node:zlib'

const width = 480
const height = 160

type Colour = readonly [number, number, number]

const sky: Colour = [233, 240, 244]
const water: Colour = [58, 110, 165]
const deep: Colour = [36, 74, 115]

/** The tide over two days, as a PNG: a picture that is made here is a file less to carry along. */
export function tidePicture(): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x++) row.set(colourAt(x, y), 1 + x * 3)
    return row
  })
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits a colour, red, green and blue.
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function colourAt(x: number, y: number): Colour {
  const level = 80 - 34 * Math.sin((x / width) * 8 * Math.PI) - 10 * Math.sin((x / width) * 2 * Math.PI)
  if (y < level) return sky
  return y < level + 4 ? deep : water
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
