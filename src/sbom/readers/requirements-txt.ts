import { type FoundPackage, packageOf, type Reading } from '../found-package.ts'
import { prefixedHash } from '../hashes.ts'
import { parseRequirement } from './python-names.ts'

/** pip's list. What is not pinned is only what would do. */
export function readRequirements(text: string): Reading {
  const packages: FoundPackage[] = []
  const notes = new Set<string>()
  for (const line of wholeLines(text)) {
    if (/^(-r|--requirement|-c|--constraint)\b/.test(line)) {
      notes.add('it refers to other files, which are read on their own')
      continue
    }
    if (line.startsWith('-') || /^(git\+|https?:|file:|\.)/.test(line)) continue
    const [asked = '', ...options] = line.split(/\s--hash[= ]/)
    const parsed = parseRequirement(asked)
    if (parsed === null) continue
    const { name, range, version } = parsed
    const made = packageOf('pypi', name, version ?? '', {
      range: version === null ? range || '*' : null,
      isDirect: true,
      hashes: options.flatMap((one) => prefixedHash(one.trim())),
    })
    if (made !== null) packages.push(made)
  }
  return { packages, notes: [...notes] }
}

/** A backslash at the end goes on in the next line; a comment begins at a hash with a space before it. */
function* wholeLines(text: string): Generator<string> {
  let kept: string[] = []
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd()
    if (line.endsWith('\\')) {
      kept.push(line.slice(0, -1))
      continue
    }
    const whole = [...kept, line].join(' ')
    kept = []
    const comment = whole.startsWith('#') ? 0 : whole.search(/\s#/)
    const clean = (comment === -1 ? whole : whole.slice(0, comment)).trim()
    if (clean !== '') yield clean
  }
}
