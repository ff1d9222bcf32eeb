import type { OwnerNames } from './owner-patterns.ts'

const longestLine = 1000
/** More than anybody can mean. */
const mostApprovals = 100

export type OwnerLine =
  | { readonly kind: 'rule'; readonly pattern: string; readonly owners: OwnerNames }
  /** `!pattern` */
  | { readonly kind: 'exclusion'; readonly pattern: string }
  /** `[Docs]`, `^[Docs]` where nobody has to approve, `[Docs][2]` where two have to. */
  | {
      readonly kind: 'heading'
      readonly name: string
      readonly owners: OwnerNames
      readonly approvals: number
      readonly isOptional: boolean
    }
  | { readonly kind: 'too-long' }

/** A line of CODEOWNERS: a pattern and whom it names; null for an empty one. A space in the pattern is written `\\ `. */
export function parseOwnerLine(line: string): OwnerLine | null {
  const text = line.trim()
  if (text === '' || text.startsWith('#')) return null
  if (text.length > longestLine) return { kind: 'too-long' }
  const heading = /^(\^)?\[([^\]]*)\](?:\[(\d*)\])?(?=\s|$)/.exec(text)
  if (heading !== null) {
    const [whole, optional, name = '', count = ''] = heading
    const approvals = Math.min(mostApprovals, Math.max(1, Number(count)))
    const owners = namesIn(text.slice(whole.length))
    return { kind: 'heading', name: name.trim(), owners, approvals, isOptional: optional !== undefined }
  }
  const [, written = '', rest = ''] = /^((?:\\.|[^\s\\])+)(.*)$/.exec(text) ?? []
  const pattern = written.replaceAll(/\\(.)/g, '$1')
  if (pattern === '' || written === '!') return null
  return written.startsWith('!')
    ? { kind: 'exclusion', pattern: pattern.slice(1) }
    : { kind: 'rule', pattern, owners: namesIn(rest) }
}

function namesIn(text: string): OwnerNames {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const comment = words.findIndex((word) => word.startsWith('#'))
  return (comment === -1 ? words : words.slice(0, comment)).map((word) => word.replace(/^@/, ''))
}
