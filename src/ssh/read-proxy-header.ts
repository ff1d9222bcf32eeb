import { isIP, type Socket } from 'node:net'

/** The longest header of version 1 is 107 bytes; of version 2 no proxy sends more than a few hundred. */
const longest = 1024
const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const word = Buffer.from('PROXY ', 'latin1')

/**
 * A proxy may say first whose connection it passes on (the PROXY protocol, version 1 or 2). Returns that address, or null
 * when what comes is something else, which is then left for whoever reads next. Waits for `waitMs` at most: a client may
 * be waiting for us.
 */
export async function readProxyHeader(socket: Socket, waitMs: number): Promise<string | null> {
  let bytes: Buffer = Buffer.alloc(0)
  const timer = AbortSignal.timeout(waitMs)
  for (;;) {
    const read = parseHeader(bytes)
    if (read !== 'more') {
      const rest = read === null ? bytes : bytes.subarray(read.length)
      if (rest.length > 0) socket.unshift(rest)
      return read?.ip ?? null
    }
    const chunk = await nextChunk(socket, timer)
    if (chunk === null) {
      if (bytes.length > 0) socket.unshift(bytes)
      return null
    }
    bytes = Buffer.concat([bytes, chunk])
  }
}

interface Header {
  readonly length: number
  /** Null where the proxy speaks for itself, such as to find out whether we live. */
  readonly ip: string | null
}

export function parseHeader(bytes: Buffer): Header | 'more' | null {
  if (startsLike(bytes, word)) return parseText(bytes)
  if (startsLike(bytes, signature)) return parseBinary(bytes)
  return null
}

function startsLike(bytes: Buffer, beginning: Buffer): boolean {
  const length = Math.min(bytes.length, beginning.length)
  return bytes.subarray(0, length).equals(beginning.subarray(0, length))
}

/** `PROXY TCP4 192.0.2.1 198.51.100.1 56324 22\r\n` */
function parseText(bytes: Buffer): Header | 'more' | null {
  const end = bytes.indexOf('\r\n')
  if (end === -1) return bytes.length > 107 ? null : 'more'
  const [, , ip = ''] = bytes.toString('latin1', 0, end).split(' ')
  return { length: end + 2, ip: isIP(ip) === 0 ? null : ip }
}

function parseBinary(bytes: Buffer): Header | 'more' | null {
  if (bytes.length < 16) return 'more'
  const length = 16 + bytes.readUInt16BE(14)
  if (length > longest) return null
  if (bytes.length < length) return 'more'
  const isProxied = bytes[12] === 0x21
  const family = (bytes[13] ?? 0) >> 4
  if (isProxied && family === 1 && length >= 28) return { length, ip: bytes.subarray(16, 20).join('.') }
  if (isProxied && family === 2 && length >= 52) return { length, ip: asIpv6(bytes.subarray(16, 32)) }
  return { length, ip: null }
}

function asIpv6(bytes: Buffer): string {
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':')
}

/** Null when nothing comes any more, or not in time. */
function nextChunk(socket: Socket, timer: AbortSignal): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const done = (chunk: Buffer | null): void => {
      socket.off('readable', look).off('close', hungUp).off('end', hungUp)
      timer.removeEventListener('abort', hungUp)
      resolve(chunk)
    }
    const hungUp = (): void => done(null)
    const look = (): void => {
      const chunk = socket.read() as Buffer | null
      if (chunk !== null) done(chunk)
    }
    socket.on('readable', look).once('close', hungUp).once('end', hungUp)
    if (timer.aborted) hungUp()
    else timer.addEventListener('abort', hungUp, { once: true })
  })
}
