import type { SignatureCheck } from '../../../features/signatures/check-signatures.ts'
import { Badge } from './badge.tsx'

const reasons: Record<SignatureCheck['reason'], string> = {
  valid: 'The signature is good.',
  unknown_key: 'The signature was made with a key that no account here has.',
  email_mismatch: 'The key belongs to an account that has not verified this address.',
  invalid: 'The signature does not match the content.',
  unsupported: 'Only signatures made with SSH keys are checked here.',
}

/** Only what is certain is marked as such; the rest is said in words. */
export function SignatureBadge({ check }: { check: SignatureCheck }) {
  if (check.reason === 'valid') {
    return (
      <Badge tone="open" icon="verified">
        Verified
      </Badge>
    )
  }
  return <Badge icon="unverified">Unverified</Badge>
}

export function signatureText(check: SignatureCheck): string {
  return check.signer === null ? reasons[check.reason] : `Signed by ${check.signer} with a key of their account.`
}
