export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** How large a picture says it is; null for kinds that do not say so at their beginning, and for what says nonsense. */
export function readPictureSize(data: Buffer): PictureSize | null {
  try {
    const size = read(data)
    return size !== null && size.width > 0 && size.height > 0 ? size : null
  } catch {
    // It ends before it has said so.
    return null
  }
}

function read(data: Buffer): PictureSize | null {
  const start = data.toString('latin1', 0, 16)
  if (start.startsWith('\x89PNG\r\n')) return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
  if (start.startsWith('GIF8')) return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) }
  if (start.startsWith('BM')) return { width: data.readInt32LE(18), height: Math.abs(data.readInt32LE(22)) }
  if (start.startsWith('\xff\xd8')) return readJpeg(data)
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return readWebp(data)
  return null
}

/** Its parts one after the other, until the one that tells the size. */
function readJpeg(data: Buffer): PictureSize | null {
  for (let at = 2; at + 9 < data.length; ) {
    if (data[at] !== 0xff) return null
    const marker = data.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) }
    at += 2 + Math.max(2, data.readUInt16BE(at + 2))
  }
  return null
}

function readWebp(data: Buffer): PictureSize | null {
  const kind = data.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ') return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return null
  const bits = data.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
