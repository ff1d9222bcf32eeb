import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../src/secrets/verify-signature.ts'
import { keyLine } from '../support/ssh-public-keys.ts'

// No security token is at hand: what one does is done here, by the book (OpenSSH's PROTOCOL.u2f).
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
const application = Buffer.from('ssh:')
const signed = randomBytes(200)
const touched = Buffer.from([0x01, 0, 0, 0, 9])
const untouched = Buffer.from([0x00, 0, 0, 0, 9])

function point(key: KeyObject): Buffer {
  const { x = '', y } = key.export({ format: 'jwk' })
  const first = Buffer.from(x, 'base64url')
  return y === undefined ? first : Buffer.concat([Buffer.from([4]), first, Buffer.from(y, 'base64url')])
}

function mpint(bytes: Buffer): Buffer {
  const number = Buffer.concat([Buffer.from([0]), bytes])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(number.length)
  return Buffer.concat([length, number])
}

const kinds = {
  'sk-ssh-ed25519@openssh.com': () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const line = keyLine('sk-ssh-ed25519@openssh.com', [point(publicKey), application])
    return { line, make: (message: Buffer) => sign(null, message, privateKey) }
  },
  'sk-ecdsa-sha2-nistp256@openssh.com': () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const fields = [Buffer.from('nistp256'), point(publicKey), application]
    const make = (message: Buffer): Buffer => {
      const both = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return Buffer.concat([mpint(both.subarray(0, 32)), mpint(both.subarray(32))])
    }
    return { line: keyLine('sk-ecdsa-sha2-nistp256@openssh.com', fields), make }
  },
}

describe.each(Object.entries(kinds))('a key in a security token, %s', (algorithm, kind) => {
  const { line, make } = kind()
  const message = (trailer: Buffer, text = signed): Buffer =>
    Buffer.concat([sha256(application), trailer, sha256(text)])
  const check = (signature: Buffer, name = algorithm): boolean =>
    verifySignature(line, { algorithm: name, hash: undefined, signed, signature })

  it('is believed when somebody touched the token', () => {
    expect(check(Buffer.concat([make(message(touched)), touched]))).toBe(true)
  })

  it('is not believed without a touch, for another text, or with flags that were changed', () => {
    expect(check(Buffer.concat([make(message(untouched)), untouched]))).toBe(false)
    expect(check(Buffer.concat([make(message(touched, randomBytes(200))), touched]))).toBe(false)
    expect(check(Buffer.concat([make(message(untouched)), touched]))).toBe(false)
    expect(check(make(message(touched)))).toBe(false)
  })

  it('is not believed under another name, and nonsense is no error', () => {
    expect(check(Buffer.concat([make(message(touched)), touched]), 'ssh-ed25519')).toBe(false)
    for (const nonsense of [Buffer.alloc(0), randomBytes(4), randomBytes(69), Buffer.alloc(100, 0xff)]) {
      expect(check(nonsense)).toBe(false)
    }
  })
})
