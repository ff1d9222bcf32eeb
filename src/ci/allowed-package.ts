import { matchesPattern } from '../core/match-pattern.ts'
import { listAllowed } from './list-allowed.ts'

/** What Debian, Alpine and Fedora call packages; nothing that a package manager could take for an option or a file. */
const shape = /^[A-Za-z0-9][A-Za-z0-9+._-]{0,99}$/

/** Why a package may not be installed, as the end of a sentence about it; null where it may. */
export function whyNotPackage(name: string, allowed: readonly string[]): string | null {
  if (!shape.test(name)) return 'is not the name of a package'
  if (allowed.some((pattern) => matchesPattern(pattern, name))) return null
  return `is not on the list of allowed packages (CI_ALLOWED_PACKAGES): ${listAllowed(allowed)}`
}
