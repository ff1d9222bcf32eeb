import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { Commit } from '../../../features/commits/list-commits.ts'
import type { Branch, Tag } from '../../../features/refs/list-refs.ts'
import type { SignatureCheck } from '../../../features/signatures/check-signatures.ts'
import { maybeText, maybeTimestamp, plain, timestamp } from './form.ts'

export const person = Type.Object({ name: Type.String(), email: Type.String() })

const signature = Type.Union(
  [
    Type.Object({
      type: Type.String({ enum: ['ssh', 'openpgp', 'x509', 'unknown'] }),
      reason: Type.String({ enum: ['valid', 'unknown_key', 'email_mismatch', 'invalid', 'unsupported'] }),
      signer: Type.Union([Type.String(), Type.Null()], { description: 'A username, where the signature is valid' }),
    }),
    Type.Null(),
  ],
  { description: 'Null where it is not signed' },
)

export function presentSignature(check: SignatureCheck | null): { verified: boolean; signature: object | null } {
  if (check === null) return { verified: false, signature: null }
  const { type, reason, signer } = check
  return { verified: reason === 'valid', signature: { type, reason, signer } }
}

const verified = Type.Boolean({ description: 'Signed with a key of the account that the address belongs to' })
export const signatureFields = { verified, signature }

export const branch = plain<Branch>(
  {
    name: Type.String(),
    is_default: Type.Boolean(),
    commit_sha: Type.String(),
    protected: Type.Boolean({ description: 'A branch protection means it' }),
  },
  (value) => ({
    name: value.name,
    is_default: value.isDefault,
    commit_sha: value.sha,
    protected: value.isProtected,
  }),
)

export const tag = plain<Tag>(
  {
    name: Type.String(),
    type: Type.String({ enum: ['annotated', 'lightweight'] }),
    commit_sha: Type.String(),
    tag_sha: maybeText,
    message: maybeText,
    tagger: Type.Union([person, Type.Null()]),
    tagged_at: maybeTimestamp,
    protected: Type.Boolean({ description: 'A tag protection means it' }),
    ...signatureFields,
  },
  ({ name, sha, annotation, isProtected }) => ({
    name,
    type: annotation === null ? 'lightweight' : 'annotated',
    commit_sha: sha,
    tag_sha: annotation?.sha ?? null,
    message: annotation?.message ?? null,
    tagger: annotation?.tagger ? { name: annotation.tagger.name, email: annotation.tagger.email } : null,
    tagged_at: annotation?.tagger ? iso(annotation.tagger.at) : null,
    protected: isProtected,
    ...presentSignature(annotation?.signature ?? null),
  }),
)

export const commit = plain<Commit>(
  { sha: Type.String(), message: Type.String(), author: person, committed_at: timestamp },
  presentCommit,
)

export function presentCommit(value: Commit): object {
  return {
    sha: value.sha,
    message: value.message,
    author: { name: value.author.name, email: value.author.email },
    committed_at: iso(value.committer.at),
  }
}
