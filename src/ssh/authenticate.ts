import type { AuthContext } from 'ssh2'
import type { App } from '../app.ts'
import { findKeyHolder, noteUse } from '../features/ssh-keys/identify-key.ts'
import { verifySignature } from '../secrets/verify-signature.ts'
import { fingerprintOf } from './host-key.ts'

/** Everybody signs in under this name; the key tells who they are. */
const username = 'git'

export type Outcome =
  /** The client has shown that it holds the key. */
  | { readonly kind: 'proven'; readonly fingerprint: string }
  /** The key would do; the client may go on and prove it. */
  | { readonly kind: 'known'; readonly fingerprint: string }
  | { readonly kind: 'unknown-key'; readonly fingerprint: string }
  | { readonly kind: 'unknown-user'; readonly fingerprint: null }
  /** A password, or a signature that the key did not make. */
  | { readonly kind: 'forged'; readonly fingerprint: string | null }
  /** Every client begins by asking what it may do. */
  | { readonly kind: 'asking'; readonly fingerprint: null }

/** Public keys only. A key that nobody has, one of a disabled account and a weak one are the same to a stranger. */
export async function authenticate(app: Pick<App, 'clock' | 'db' | 'log'>, context: AuthContext): Promise<Outcome> {
  if (context.username !== username) return { kind: 'unknown-user', fingerprint: null }
  if (context.method === 'none') return { kind: 'asking', fingerprint: null }
  if (context.method !== 'publickey') return { kind: 'forged', fingerprint: null }
  const fingerprint = fingerprintOf(context.key.data)
  const holder = await findKeyHolder(app, fingerprint)
  if (holder === null) return { kind: 'unknown-key', fingerprint }
  const { blob, signature } = context
  if (signature === undefined || blob === undefined) return { kind: 'known', fingerprint }
  const proof = { algorithm: context.key.algo, hash: context.hashAlgo, signed: blob, signature }
  if (!verifySignature(holder.key.key, proof)) return { kind: 'forged', fingerprint }
  await noteUse(app, holder)
  return { kind: 'proven', fingerprint }
}
