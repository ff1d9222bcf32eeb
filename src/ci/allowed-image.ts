import { matchesPattern } from '../core/match-pattern.ts'
import { listAllowed } from './list-allowed.ts'

const longest = 255
/** The first part is a host where it could not be a name: with a dot, a port, or called so. */
const host = /^(?:localhost|[A-Za-z0-9][A-Za-z0-9-]*(?=[.:])[A-Za-z0-9.-]*)(?::\d{1,5})?$/
const segment = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/
const tagShape = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/
const digestShape = /^sha256:[0-9a-f]{64}$/

interface Image {
  readonly name: string
  readonly tag: string | null
  readonly digest: string | null
}

/** Why an image may not be used, as the end of a sentence about it; null where it may. */
export function whyNotImage(reference: string, allowed: readonly string[]): string | null {
  const image = parseImage(reference)
  if (image === null) return 'is not the name of an image, such as «debian:12»'
  if (allowed.some((pattern) => allows(pattern, image))) return null
  // Whoever may read the file reads this: what registries of their own people have is nobody else's business.
  const known = allowed.filter((pattern) => !namesHost(pattern))
  const isUntold = known.length === 0 && allowed.length > 0
  return `is not on the list of allowed images (CI_ALLOWED_IMAGES)${isUntold ? '' : `: ${listAllowed(known)}`}`
}

function namesHost(pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('/')
  return rest.length > 0 && (host.test(first) || /[*.:]/.test(first))
}

function parseImage(reference: string): Image | null {
  if (reference.length > longest) return null
  const { name, tag, digest } = takeApart(reference)
  if (tag !== null && !tagShape.test(tag)) return null
  if (digest !== null && !digestShape.test(digest)) return null
  const segments = name.split('/')
  const [first = ''] = segments
  const path = segments.length > 1 && host.test(first) ? segments.slice(1) : segments
  return path.every((one) => segment.test(one)) ? { name, tag, digest } : null
}

/** `host:5000/name:tag@digest`: a colon before the last slash belongs to the host. */
function takeApart(reference: string): { name: string; tag: string | null; digest: string | null } {
  const at = reference.indexOf('@')
  const digest = at === -1 ? null : reference.slice(at + 1)
  const tagged = at === -1 ? reference : reference.slice(0, at)
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1)
  if (colon === -1) return { name: tagged, tag: null, digest }
  return { name: tagged.slice(0, colon), tag: tagged.slice(colon + 1), digest }
}

/**
 * Name and tag are compared apart and as a whole: `alpine:*` means neither `alpine-evil:1` nor `evil.io/alpine:1`. A
 * pattern without a tag means all of them. What has a digest is that content whatever its tag says, so a pattern that
 * asks for certain tags does not mean it.
 */
function allows(pattern: string, image: Image): boolean {
  if (pattern === '*') return true
  const wanted = takeApart(pattern)
  if (!matchesPattern(wanted.name, image.name)) return false
  if (wanted.digest !== null) return image.digest !== null && matchesPattern(wanted.digest, image.digest)
  if (wanted.tag === null || wanted.tag === '*') return true
  return image.digest === null && matchesPattern(wanted.tag, image.tag ?? 'latest')
}
