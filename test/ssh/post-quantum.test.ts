import {
  createHash,
  createPublicKey,
  decapsulate,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  verify,
} from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { text, texts, Wire } from '../support/ssh-wire.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

// draft-ietf-sshm-mlkem-hybrid-kex: what OpenSSH asks for first since 9.9, and misses with a warning since 10.1.

const kex = 'mlkem768x25519-sha256'
const cipher = 'aes128-gcm@openssh.com'
const hybridInit = 30
const hybridReply = 31
const newKeys = 21
const ciphertextLength = 1088

let stithy: TestStithy
beforeAll(async () => {
  stithy = await startStithy()
})
afterAll(() => stithy.stop())

it('is agreed on first, and both sides come to the same keys', async () => {
  const wire = new Wire(stithy.sshPort)
  await wire.greet({ kex, cipher })
  expect(texts(wire.kexInits?.server ?? Buffer.alloc(0), 17)[0]?.toString()).toMatch(/^mlkem768x25519-sha256,/)
  const mlkem = generateKeyPairSync('ml-kem-768')
  const x25519 = generateKeyPairSync('x25519')
  const asked = Buffer.concat([rawOf(mlkem.publicKey, 1184), rawOf(x25519.publicKey, 32)])
  wire.send(Buffer.concat([Buffer.from([hybridInit]), text(asked)]))

  const reply = await wire.receive()
  expect(reply[0]).toBe(hybridReply)
  const [hostKey = expect.fail(), answered = expect.fail(), signature = expect.fail()] = texts(reply, 1)
  expect(answered).toHaveLength(ciphertextLength + 32)
  const theirs = keyOf('302a300506032b656e032100', answered.subarray(ciphertextLength))
  const secret = createHash('sha256')
    .update(decapsulate(mlkem.privateKey, answered.subarray(0, ciphertextLength)))
    .update(diffieHellman({ privateKey: x25519.privateKey, publicKey: theirs }))
    .digest()
  const hash = wire.exchangeHash([hostKey, asked, answered, secret])
  const [[, hostRaw = expect.fail()], [, signed = expect.fail()]] = [texts(hostKey), texts(signature)]
  expect(verify(null, hash, keyOf('302a300506032b6570032100', hostRaw), signed)).toBe(true)

  expect((await wire.receive())[0]).toBe(newKeys)
  wire.send(Buffer.from([newKeys]))
  wire.encrypt(text(secret), hash)
  wire.send(Buffer.concat([Buffer.from([5]), text('ssh-userauth')]))
  expect(await wire.receive()).toEqual(Buffer.concat([Buffer.from([6]), text('ssh-userauth')]))
  wire.close()
})

it.each([
  ['too short', Buffer.alloc(1184)],
  ['no key of ML-KEM', Buffer.alloc(1184 + 32, 0xff)],
  ['a point that gives everything away', Buffer.concat([newMlKem(), Buffer.alloc(32)])],
])('is refused with keys that are %s', async (_, keys) => {
  const wire = new Wire(stithy.sshPort)
  await wire.greet({ kex, cipher })
  wire.send(Buffer.concat([Buffer.from([hybridInit]), text(keys)]))
  const refusal = await wire.receive()
  expect(refusal[0]).toBe(1)
  wire.close()
  const other = new Wire(stithy.sshPort)
  await other.greet({ kex, cipher })
  other.close()
})

function newMlKem(): Buffer {
  return rawOf(generateKeyPairSync('ml-kem-768').publicKey, 1184)
}

function rawOf(key: KeyObject, length: number): Buffer {
  return key.export({ type: 'spki', format: 'der' }).subarray(-length)
}

function keyOf(prefix: string, raw: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([Buffer.from(prefix, 'hex'), raw]), type: 'spki', format: 'der' })
}
