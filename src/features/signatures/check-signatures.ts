import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { splitSignature } from '../../git/split-signature.ts'
import { readSshSignature, verifySshSignature } from '../../secrets/ssh-signature.ts'
import { findKeyOwners } from '../ssh-keys/find-key-owners.ts'
import { noreplyAddress } from '../users/noreply-address.ts'

/** What there is to say of a signature. `signer` is an account, and known only where everything holds. */
export interface SignatureCheck {
  readonly type: 'ssh' | 'openpgp' | 'x509' | 'unknown'
  readonly reason: 'valid' | 'unknown_key' | 'email_mismatch' | 'invalid' | 'unsupported'
  readonly signer: string | null
}

/** A commit or an annotated tag, and the address of who is said to have made it. */
export interface Signable {
  readonly sha: Sha
  readonly email: string
}

type Needs = Pick<App, 'config' | 'db' | 'kept' | 'objects'>

/**
 * Whether commits and tags were signed by whom they name. A signature holds when it was made with an SSH key of an account
 * whose verified address is the committer's: anybody can sign, and anybody can write somebody else's address. The sums
 * are kept, because an object never changes; whose key it is, is looked up each time. Without an entry: not signed.
 */
export async function checkSignatures(
  app: Needs,
  dir: RepoDir,
  objects: readonly Signable[],
): Promise<ReadonlyMap<Sha, SignatureCheck>> {
  const read = await Promise.all(
    objects.map(async ({ sha, email }) => ({ sha, email, ...(await readSignature(app, dir, sha)) })),
  )
  const owners = await findKeyOwners(
    app,
    read.flatMap(({ fingerprint }) => fingerprint ?? []),
  )
  const checks = new Map<Sha, SignatureCheck>()
  for (const { sha, email, type, fingerprint } of read) {
    if (type === null) continue
    const refused = (reason: SignatureCheck['reason']): SignatureCheck => ({ type, reason, signer: null })
    const user = owners.get(fingerprint ?? '')
    if (type !== 'ssh') checks.set(sha, refused('unsupported'))
    else if (fingerprint === null) checks.set(sha, refused('invalid'))
    else if (user === undefined) checks.set(sha, refused('unknown_key'))
    else {
      const addresses = [...(user.emailVerified ? [user.email] : []), noreplyAddress(app.config, user)]
      const isTheirs = addresses.some((address) => address.toLowerCase() === email.toLowerCase())
      checks.set(sha, isTheirs ? { type, reason: 'valid', signer: user.username } : refused('email_mismatch'))
    }
  }
  return checks
}

/** What the object itself says: null without a signature. The fingerprint is that of the key that really made it. */
interface ReadSignature {
  readonly type: SignatureCheck['type'] | null
  readonly fingerprint: string | null
}

const sizeOf = (): number => 100

function readSignature(app: Needs, dir: RepoDir, sha: Sha): Promise<ReadSignature> {
  return app.kept.of(dir, ['signature', sha], sizeOf, async () => {
    const object = await app.objects.read(dir, sha)
    const parts = object === null ? null : splitSignature(object)
    if (parts === null) return { type: null, fingerprint: null }
    const type = typeOf(parts.signature)
    const signature = type === 'ssh' ? readSshSignature(parts.signature) : null
    const holds = signature !== null && verifySshSignature(signature, 'git', parts.payload)
    return { type, fingerprint: holds ? signature.fingerprint : null }
  })
}

function typeOf(signature: string): SignatureCheck['type'] {
  if (signature.startsWith('-----BEGIN SSH SIGNATURE-----')) return 'ssh'
  if (/^-----BEGIN PGP (?:SIGNATURE|MESSAGE)-----/.test(signature)) return 'openpgp'
  return signature.startsWith('-----BEGIN SIGNED MESSAGE-----') ? 'x509' : 'unknown'
}
