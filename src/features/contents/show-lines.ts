import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
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
  const all = plainLines(text)
  const last = Math.ceil(all.length / linesAPage)
  const from = (Math.min(Math.max(1, page), last) - 1) * linesAPage
  const some = all.slice(from, from + linesAPage)
  const size = some.reduce((sum, line) => sum + line.length + 1, 0)
  if (size > largestPage) return null
  const place = { firstLine: from + 1, lineCount: all.length }
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
    app.markup.highlight(queueOf(actor), plainLines(blob.text).join('\n'), blob.grammar),
  )
}

export function plainLines(text: string): readonly string[] {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')
}
