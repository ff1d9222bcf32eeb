import { withoutFormulas } from './formula-marks.ts'
import type { RepoRef } from './repo.ts'

/** What a text points to: `@ada`, `#12`, `ada/anvil#12`, `1a2b3c4`, `ada/anvil@1a2b3c4`. */
export type Reference =
  | { readonly kind: 'mention'; readonly name: string }
  | { readonly kind: 'thread'; readonly repo: RepoRef | null; readonly number: number }
  | { readonly kind: 'commit'; readonly repo: RepoRef | null; readonly id: string }

export interface FoundReference {
  /** Exactly as it stands there: what a link is put on, and what it is known by. */
  readonly text: string
  readonly at: number
  readonly reference: Reference
}

const name = '[a-zA-Z0-9](?:[a-zA-Z0-9._-]{0,98}[a-zA-Z0-9_-])?'
const place = `(${name})/(${name})`
/** Nothing inside a word, a path or an address; none of the parts can match in two ways, so it takes a single pass. */
const pattern = new RegExp(
  [
    `(?<![\\w@/.&#-])@(${name})(?![\\w/@])`,
    `(?<![\\w@/.&#-])(?:${place})?#([1-9]\\d{0,8})(?!\\w)`,
    `(?<![\\w@/.&#-])(?:${place}@)?([0-9a-f]{7,40})(?![\\w-])`,
  ].join('|'),
  'g',
)

/** Most texts point to nothing, which is seen much sooner than what they point to. */
const hint = /[@#]|[0-9a-f]{7}/

/** The references of plain text, in their order; of a text that is full of them, the first `most`. */
export function referencesIn(text: string, most = Number.POSITIVE_INFINITY): readonly FoundReference[] {
  if (!hint.test(text)) return []
  const found: FoundReference[] = []
  for (const match of text.matchAll(pattern)) {
    found.push({ text: match[0], at: match.index, reference: read(match) })
    if (found.length === most) break
  }
  return found
}

function read([, mention, owner, repo, number, commitOwner, commitRepo, id]: RegExpExecArray): Reference {
  if (mention !== undefined) return { kind: 'mention', name: mention }
  if (number !== undefined) return { kind: 'thread', repo: repoOf(owner, repo), number: Number(number) }
  return { kind: 'commit', repo: repoOf(commitOwner, commitRepo), id: id ?? '' }
}

function repoOf(owner: string | undefined, repo: string | undefined): RepoRef | null {
  return owner === undefined || repo === undefined ? null : { owner, repo }
}

const closing = new RegExp(
  `(?<![\\w-])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \\t]+(?:${place})?#([1-9]\\d{0,8})(?!\\w)`,
  'gi',
)

/** What a text says that it closes: `fixes #12`. */
export function closingsIn(text: string): readonly { readonly repo: RepoRef | null; readonly number: number }[] {
  return Array.from(text.matchAll(closing), ([, owner, repo, number]) => ({
    repo: repoOf(owner, repo),
    number: Number(number),
  }))
}

/** Markdown without what is code or a formula in it: nobody is called by `@decorator`. */
export function withoutCode(markdown: string): string {
  if (!/[`~<$]/.test(markdown)) return markdown
  let fence = ''
  const lines = markdown.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== '') {
      if (mark !== undefined && mark.startsWith(fence)) fence = ''
      return ''
    }
    if (mark === undefined) return line
    fence = mark
    return ''
  })
  return lines
    .map((line) => withoutFormulas(withoutSpans(line)))
    .join('\n')
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
}

/** As CommonMark has it: backticks close with the next run of exactly as many; those that nothing closes are text. */
function withoutSpans(line: string): string {
  const runs = Array.from(line.matchAll(/`+/g), ({ 0: marks, index }) => ({ from: index, to: index + marks.length }))
  const closers = closersOf(runs)
  let kept = ''
  let from = 0
  for (const run of runs) {
    const closer = run.from < from ? undefined : closers.get(run)
    if (closer === undefined) continue
    kept += `${line.slice(from, run.from)} `
    from = closer.to
  }
  return kept + line.slice(from)
}

type Run = { readonly from: number; readonly to: number }

/** From the back, so that the next run of each length is known wherever it is asked for, in a single pass. */
function closersOf(runs: readonly Run[]): ReadonlyMap<Run, Run> {
  const closers = new Map<Run, Run>()
  const next = new Map<number, Run>()
  for (const run of runs.toReversed()) {
    const length = run.to - run.from
    const closer = next.get(length)
    if (closer !== undefined) closers.set(run, closer)
    next.set(length, run)
  }
  return closers
}
