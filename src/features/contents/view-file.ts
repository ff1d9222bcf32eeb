import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import { grammarOf } from './grammars.ts'
import type { OpenPath } from './open-path.ts'
import { tryOf } from './render-document.ts'

export interface TextLines {
  /** One for each line; highlighted where that could be done in time. */
  readonly lines: readonly (SafeHtml | { readonly text: string })[]
}

export type ViewedFile = { readonly size: number } & (
  | (TextLines & { readonly kind: 'text'; readonly text: string })
  | { readonly kind: 'picture' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'binary' }
  | { readonly kind: 'too-large' }
)

const largestShown = 1024 * 1024
const largestPicture = 16 * 1024 * 1024
const mostLines = 10_000
const largestColoured = 384 * 1024
/** Enough to tell text from anything else. */
const sample = 8000
const pictures = /\.(avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

type Needs = Pick<App, 'clock' | 'kept' | 'markup' | 'objects'>

/** A file as a page shows it; what is no text, or too much of it, says so. */
export async function viewFile(app: Needs, at: OpenPath): Promise<ViewedFile> {
  const { dir, entry } = at
  const info = entry.kind === 'folder' || entry.kind === 'submodule' ? null : await app.objects.info(dir, entry.sha)
  if (info === null) throw new Fault('not-found', 'There is no file at this path', { code: 'FILE_NOT_FOUND' })
  const { size } = info
  if (entry.kind !== 'symlink' && pictures.test(entry.name) && size <= largestPicture) return { kind: 'picture', size }
  if (size > largestShown) return { kind: 'too-large', size }
  const data = (await app.objects.read(dir, entry.sha))?.data ?? Buffer.alloc(0)
  if (entry.kind === 'symlink') return { kind: 'link', size, target: data.toString('utf8') }
  if (data.subarray(0, sample).includes(0)) return { kind: 'binary', size }
  const text = data.toString('utf8')
  if (text.split('\n', mostLines + 1).length > mostLines) return { kind: 'too-large', size }
  return { kind: 'text', size, text, ...(await linesOf(app, at, text)) }
}

/** The lines of a text, in colour where the language is known. */
async function linesOf(app: Needs, { dir, entry }: OpenPath, text: string): Promise<TextLines> {
  const grammar = text.length > largestColoured ? null : grammarOf(entry.name)
  if (text === '') return { lines: [] }
  const coloured = grammar === null ? null : await colouredLines(app, dir, { sha: entry.sha, grammar, text })
  return { lines: coloured ?? plainLines(text).map((line) => ({ text: line })) }
}

/** Kept by the blob's id; null when it could not be done in time. */
export async function colouredLines(
  app: Pick<App, 'clock' | 'kept' | 'markup'>,
  dir: RepoDir,
  blob: { readonly sha: Sha; readonly grammar: string; readonly text: string },
): Promise<readonly SafeHtml[] | null> {
  const question = ['lines', blob.sha, blob.grammar, tryOf(app)]
  const { coloured } = await app.kept.of(dir, question, sizeOf, async () => ({
    coloured: await app.markup.highlight(plainLines(blob.text).join('\n'), blob.grammar),
  }))
  return coloured
}

export function plainLines(text: string): readonly string[] {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')
}

function sizeOf({ coloured }: { readonly coloured: readonly string[] | null }): number {
  return coloured?.reduce((sum, line) => sum + line.length + 16, 0) ?? 0
}
