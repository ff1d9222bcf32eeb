// The beginning of an SSH connection by hand, written from the standards alone (RFC 4253, RFC 5647): for what the clients of
// this machine are too old to ask for.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { patienceMs } from './patience.ts'

/** As RFC 4251 writes a string. */
export function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Takes one string after the other from a packet. */
export function texts(packet: Buffer, from = 0): readonly Buffer[] {
  const found: Buffer[] = []
  for (let at = from; at + 4 <= packet.length; ) {
    const end = at + 4 + packet.readUInt32BE(at)
    found.push(packet.subarray(at + 4, end))
    at = end
  }
  return found
}

interface Offer {
  readonly kex: string
  readonly cipher: string
}

interface Keys {
  readonly key: Buffer
  readonly iv: Buffer
}

const ours = 'SSH-2.0-Wire'

export class Wire {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #out: Keys | null = null
  #in: Keys | null = null
  theirs = ''
  kexInits: { readonly client: Buffer; readonly server: Buffer } | null = null

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes])
    })
    this.#socket.on('error', () => undefined)
  }

  /** Says hello, and what we would agree on. */
  async greet({ kex, cipher }: Offer): Promise<void> {
    this.theirs = (await this.#take((all) => all.indexOf('\r\n') + 2 || null)).toString().trimEnd()
    this.#socket.write(`${ours}\r\n`)
    const lists = [kex, 'ssh-ed25519', cipher, cipher, 'hmac-sha2-256', 'hmac-sha2-256', 'none', 'none', '', '']
    const client = Buffer.concat([Buffer.from([20]), randomBytes(16), ...lists.map(text), Buffer.alloc(5)])
    this.send(client)
    this.kexInits = { client, server: await this.receive() }
  }

  /** The hash that both sides must have come to, and that the server signs. */
  exchangeHash(parts: readonly Buffer[]): Buffer {
    const { client, server } = this.kexInits ?? { client: Buffer.alloc(0), server: Buffer.alloc(0) }
    const all = [ours, this.theirs, client, server, ...parts].map(text)
    return createHash('sha256').update(Buffer.concat(all)).digest()
  }

  /** From here on AES-128-GCM, with keys from the secret as it stands in the hash. */
  encrypt(secret: Buffer, hash: Buffer): void {
    const derived = (letter: string, length: number): Buffer =>
      createHash('sha256').update(secret).update(hash).update(letter).update(hash).digest().subarray(0, length)
    this.#out = { iv: derived('A', 12), key: derived('C', 16) }
    this.#in = { iv: derived('B', 12), key: derived('D', 16) }
  }

  send(payload: Buffer): void {
    const block = this.#out === null ? 8 : 16
    const before = this.#out === null ? 5 : 1
    const padding = block - ((before + payload.length) % block) + block
    const body = Buffer.concat([Buffer.from([padding]), payload, Buffer.alloc(padding)])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    this.#socket.write(Buffer.concat([length, this.#out === null ? body : sealed(this.#out, length, body)]))
  }

  async receive(): Promise<Buffer> {
    const tag = this.#in === null ? 0 : 16
    const packet = await this.#take((all) => (all.length < 4 ? null : 4 + all.readUInt32BE() + tag))
    const body = this.#in === null ? packet.subarray(4) : opened(this.#in, packet)
    return body.subarray(1, body.length - (body[0] ?? 0))
  }

  close(): void {
    this.#socket.destroy()
  }

  async #take(lengthIn: (all: Buffer) => number | null): Promise<Buffer> {
    for (;;) {
      const length = lengthIn(this.#received)
      if (length !== null && this.#received.length >= length) {
        const taken = this.#received.subarray(0, length)
        this.#received = this.#received.subarray(length)
        return taken
      }
      await once(this.#socket, 'data', { signal: AbortSignal.timeout(patienceMs) })
    }
  }
}

function sealed({ key, iv }: Keys, length: Buffer, body: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-gcm', key, iv).setAAD(length)
  const bytes = Buffer.concat([cipher.update(body), cipher.final(), cipher.getAuthTag()])
  count(iv)
  return bytes
}

function opened({ key, iv }: Keys, packet: Buffer): Buffer {
  const decipher = createDecipheriv('aes-128-gcm', key, iv).setAAD(packet.subarray(0, 4))
  decipher.setAuthTag(packet.subarray(-16))
  const bytes = Buffer.concat([decipher.update(packet.subarray(4, -16)), decipher.final()])
  count(iv)
  return bytes
}

function count(iv: Buffer): void {
  iv.writeBigUInt64BE(iv.readBigUInt64BE(4) + 1n, 4)
}
