import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/errors.ts'
import { PasswordHasher } from '../../src/features/passwords/password-hasher.ts'
import { checkNewPassword } from '../../src/features/passwords/password-policy.ts'
import { parsePublicKey } from '../../src/features/ssh-keys/parse-public-key.ts'
import { deriveKeys } from '../../src/secrets/keys.ts'
import { seal, unseal } from '../../src/secrets/seal.ts'
import { randomText } from '../../src/secrets/token-text.ts'
import { rsaKey } from '../support/ssh-public-keys.ts'

function codeOf(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Fault) return error.details[0]?.code ?? error.code
    throw error
  }
}

describe('a new password', () => {
  const about = { username: 'grace.hopper', email: 'grace@example.org' }
  it.each(['correct horse 9', 'tr0ub4dor&3xyz', 'ein langer Satz mit Wörtern', '中文密码也可以很长的哦'])(
    'may be %s',
    (password) => {
      expect(codeOf(() => checkNewPassword(password, about))).toBeNull()
    },
  )

  it.each([
    ['short', 'too_short'],
    ['123456789', 'too_short'],
    ['ééééééééé', 'too_short'],
    ['password123', 'too_common'],
    ['Passw0rd2024', 'too_common'],
    ['qwertyuiop', 'too_common'],
    ['1234567890', 'too_common'],
    ['0987654321', 'too_common'],
    ['aaaaaaaaaaaa', 'too_common'],
    ['abcdefghijkl', 'too_common'],
    ['letmein12345', 'too_common'],
    ['grace.hopper', 'too_common'],
    ['grace.hopper1', 'too_common'],
    ['grace@example.org', 'too_common'],
    ['x'.repeat(1025), 'too_long'],
  ])('may not be %s', (password, code) => {
    expect(codeOf(() => checkNewPassword(password, about))).toBe(code)
  })
})

it('a password is kept as Argon2id, with 19 MiB and two passes', async () => {
  const hasher = new PasswordHasher()
  const kept = await hasher.hash('correct horse 9')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hasher.verify(kept, 'correct horse 9')).toBe(true)
  expect(await hasher.verify(kept, 'correct horse 8')).toBe(false)
})

describe('a public SSH key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stithy-keys-'))
  const made = (...args: string[]): { line: string; fingerprint: string } => {
    const file = join(folder, randomText(8))
    execFileSync('ssh-keygen', ['-q', '-N', '', '-C', 'me@laptop', '-f', file, ...args])
    const line = readFileSync(`${file}.pub`, 'utf8')
    return { line, fingerprint: shown(line) }
  }
  const shown = (line: string): string =>
    execFileSync('ssh-keygen', ['-lf', '-'], { encoding: 'utf8', input: line }).split(' ')[1] ?? ''

  it.each([
    ['ssh-ed25519', ['-t', 'ed25519']],
    ['ecdsa-sha2-nistp256', ['-t', 'ecdsa', '-b', '256']],
    ['ecdsa-sha2-nistp521', ['-t', 'ecdsa', '-b', '521']],
  ])('of type %s has the fingerprint that ssh-keygen shows', (type, args) => {
    const { line, fingerprint } = made(...args)
    expect(parsePublicKey(line)).toMatchObject({ type, fingerprint, comment: 'me@laptop' })
  })

  it('of type ssh-rsa has the fingerprint that ssh-keygen shows', () => {
    const line = `${rsaKey(4096)} me@laptop`
    expect(parsePublicKey(line)).toMatchObject({ type: 'ssh-rsa', fingerprint: shown(line), comment: 'me@laptop' })
  })

  it('of type RSA needs 4096 bits', () => {
    expect(codeOf(() => parsePublicKey(rsaKey(3072)))).toBe('too_weak')
  })

  it('is not a private key, half a key, two keys or a key that lies about its type', () => {
    const { line } = made('-t', 'ed25519')
    expect(codeOf(() => parsePublicKey('-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA'))).toBe('private')
    expect(codeOf(() => parsePublicKey(line.slice(0, 40)))).toBe('format')
    expect(codeOf(() => parsePublicKey(`${line}${line}`))).toBe('format')
    expect(codeOf(() => parsePublicKey(line.replace('ssh-ed25519', 'ssh-rsa')))).toBe('format')
    expect(codeOf(() => parsePublicKey('ssh-dss AAAAB3NzaC1kc3M='))).toBe('type')
  })

  it('never breaks the reader, whatever is pasted', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String().map((data) => `ssh-ed25519 ${data}`),
        ),
        (text) => {
          expect(codeOf(() => parsePublicKey(text))).not.toBe('never')
        },
      ),
    )
    rmSync(folder, { recursive: true })
  })
})

describe('a sealed secret', () => {
  const keys = deriveKeys(new Uint8Array(32).fill(7))
  it('opens in its own place only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const sealed = seal(keys.seal, 'row:1', text)
        expect(unseal(keys.seal, 'row:1', sealed)).toBe(text.toWellFormed())
        expect(() => unseal(keys.seal, 'row:2', sealed)).toThrow('authenticate')
        expect(() => unseal(keys.cookie, 'row:1', sealed)).toThrow('authenticate')
      }),
    )
  })

  it('looks different every time', () => {
    expect(seal(keys.seal, 'a', 'same')).not.toBe(seal(keys.seal, 'a', 'same'))
  })
})
