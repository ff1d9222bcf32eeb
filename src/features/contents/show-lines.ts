import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Pace } from '../../core/pace.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import { grammarOf } from './grammars.ts'
import { keepMarkup } from './keep-markup.ts'

export interface TextLines {
  /** One for each line; highlighted where that could be done in time. */
  readonly lines: readonly (SafeHtml | { readonly text: string })[]
}

/** The lines of one page. */
export interface ShownLines extends TextLines {
  /** The number of the first of them. */
  readonly firstLine: number
  readonly lineCount: number
}

/** More rows than this and a browser stutters. */
export const linesAPage = 2000
/** A page of it would be slower than the file itself. */
const largestPage = 1024 * 1024
const largestColoured = 384 * 1024

type Needs = Pick<App, 'clock' | 'kept' | 'markup'>

interface Text {
  readonly sha: Sha
  readonly name: string
  readonly text: string
  readonly page: number
}

/** A page of the lines of a text, in colour where the language is known. Null where even one is too much. */
export async function showLines(
  app: Needs,
  actor: Actor,
  dir: RepoDir,
  { sha, name, text, page }: Text,
): Promise<ShownLines | null> {
  if (text === '') return { lines: [], firstLine: 1, lineCount: 0 }
  const { starts, lineCount } = await pagesOf(text)
  const at = Math.min(Math.max(1, page), starts.length) - 1
  const from = at * linesAPage
  const some = plainLines(text.slice(starts[at], starts[at + 1]))
  const size = some.reduce((sum, line) => sum + line.length + 1, 0)
  if (size > largestPage) return null
  const place = { firstLine: from + 1, lineCount }
  const grammar = grammarOf(name, text)
  // What is short is coloured as a whole. A page of something long is coloured by itself: it begins with a clean slate.
  const isWhole = text.length <= largestColoured
  const coloured =
    grammar === null || size > largestColoured
      ? null
      : await colouredLines(app, actor, dir, {
          sha,
          grammar,
          text: isWhole ? text : some.join('\n'),
          ...(isWhole ? {} : { from }),
        })
  const lines = isWhole ? coloured?.slice(from, from + linesAPage) : coloured
  return { ...place, lines: lines ?? some.map((line) => ({ text: line })) }
}

/** Kept by the blob's id; null when it could not be done in time. */
export async function colouredLines(
  app: Needs,
  actor: Actor,
  dir: RepoDir,
  blob: { readonly sha: Sha; readonly grammar: string; readonly text: string; readonly from?: number },
): Promise<readonly SafeHtml[] | null> {
  return keepMarkup(app, dir, ['lines', blob.sha, blob.grammar, blob.from ?? null], () =>
    app.markup.highlight(queueOf(actor), withoutReturns(blob.text), blob.grammar),
  )
}

/**
 * Where each page of a text begins, and how many lines it has. Counted without making a string of each: a file can have
 * millions, of which a page shows a few.
 */
export async function pagesOf(
  text: string,
): Promise<{ readonly starts: readonly number[]; readonly lineCount: number }> {
  const starts = [0]
  let lineCount = 1
  // What ends the last line begins no other.
  await new Pace().spans(text.length - 1, (from, to) => {
    lineCount = countOn(text.slice(from, to), { from, lineCount, starts })
  })
  return { starts, lineCount }
}

interface Counted {
  readonly from: number
  readonly lineCount: number
  readonly starts: number[]
}

function countOn(span: string, { from, lineCount, starts }: Counted): number {
  let lines = lineCount
  for (let at = span.indexOf('\n'); at !== -1; at = span.indexOf('\n', at + 1)) {
    if (lines % linesAPage === 0) starts.push(from + at + 1)
    lines += 1
  }
  return lines
}

export function plainLines(text: string): readonly string[] {
  return withoutReturns(text).split('\n')
}

/** As one text, which does not end with an empty line. */
function withoutReturns(text: string): string {
  const some = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  return some.endsWith('\n') ? some.slice(0, -1) : some
}
