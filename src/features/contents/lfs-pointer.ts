import { parseSha256, type Sha256 } from '../../core/sha256.ts'

/** What stands in the repository in place of a file that Git LFS keeps. */
export interface LfsPointer {
  readonly oid: Sha256
  readonly size: number
}

/** The specification's own limit. */
const largest = 1024

export function parseLfsPointer(data: Buffer): LfsPointer | null {
  if (data.length >= largest || !data.subarray(0, 9).equals(Buffer.from('version h'))) return null
  const text = data.toString('utf8')
  if (!/^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\n/.test(text)) return null
  const oid = parseSha256(/^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1] ?? '')
  const size = /^size (\d{1,15})$/m.exec(text)?.[1]
  return oid === null || size === undefined ? null : { oid, size: Number(size) }
}
