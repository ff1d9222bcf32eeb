// An authenticator in a few lines, for what a browser would never send: it signs whatever a test says.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const flag = { present: 0x01, verified: 0x04, canSync: 0x08, isSynced: 0x10, hasKey: 0x40 }

export interface Answering {
  /** Where the browser says to be. */
  readonly origin?: string
  readonly rpId?: string
  readonly verified?: boolean
  readonly counter?: number
  readonly synced?: boolean
  readonly type?: string
  readonly userHandle?: string | null
}

interface Asked {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
  readonly user?: { readonly id: string }
}

export class Authenticator {
  readonly id = randomBytes(20).toString('base64url')
  readonly #key: KeyObject
  readonly #public: KeyObject
  readonly #origin: string
  #userHandle: string | null = null

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#public = publicKey
    this.#origin = origin
  }

  /** What `credentials.create` would come to, as our script sends it. */
  create(asked: Asked, answering: Answering = {}): string {
    this.#userHandle = asked.user?.id ?? null
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()])
    const authData = Buffer.concat([this.#head(asked, answering, flag.hasKey), credential])
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return this.#told({
      clientDataJSON: this.#clientData(asked, 'webauthn.create', answering).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'telepathy'],
    })
  }

  /** What `credentials.get` would. */
  get(asked: Asked, answering: Answering = {}): string {
    const clientData = this.#clientData(asked, 'webauthn.get', answering)
    const authData = this.#head(asked, answering, 0)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return this.#told({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      userHandle: answering.userHandle === undefined ? this.#userHandle : answering.userHandle,
    })
  }

  #told(response: object): string {
    return JSON.stringify({ id: this.id, type: 'public-key', response })
  }

  #clientData({ challenge }: Asked, type: string, answering: Answering): Buffer {
    const origin = answering.origin ?? this.#origin
    return Buffer.from(JSON.stringify({ type: answering.type ?? type, challenge, origin, crossOrigin: false }))
  }

  #head(asked: Asked, { rpId, verified = true, counter = 0, synced = false }: Answering, more: number): Buffer {
    const flags = flag.present | (verified ? flag.verified : 0) | (synced ? flag.canSync | flag.isSynced : 0) | more
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(counter, 1)
    const party = rpId ?? asked.rpId ?? asked.rp?.id ?? ''
    return Buffer.concat([createHash('sha256').update(party).digest(), rest])
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#public.export({ format: 'jwk' })
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}
