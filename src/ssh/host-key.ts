import { createHash } from 'node:crypto'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { keepOnce } from '../secrets/keep-once.ts'

export interface HostKey {
  /** In OpenSSH's own format. */
  readonly privateKey: string
  /** As ssh shows it to somebody who connects for the first time. */
  readonly fingerprint: string
}

/** Who we are to clients: an Ed25519 key, made once. Clients remember it, so it moves with the data. */
export function loadHostKey(dataDir: string): HostKey {
  const path = join(dataDir, 'ssh_host_ed25519_key')
  const privateKey = keepOnce(path, makeKey)
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error || parsed.type !== 'ssh-ed25519' || !parsed.isPrivateKey()) {
    throw new Error(`${path} does not hold an Ed25519 private key: restore it from a backup`)
  }
  return { privateKey, fingerprint: fingerprintOf(parsed.getPublicSSH()) }
}

export function fingerprintOf(publicKey: Buffer): string {
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`
}

/** The library writes about one key in 150 in a way that nobody can read, itself included; those are thrown away. */
function makeKey(): string {
  for (;;) {
    const made = ssh2.utils.generateKeyPairSync('ed25519', { comment: 'stithy' })
    const parsed = ssh2.utils.parseKey(made.private)
    if (!(parsed instanceof Error) && parsed.isPrivateKey()) return made.private
  }
}
