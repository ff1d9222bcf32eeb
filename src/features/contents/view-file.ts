import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import { grammarOf } from './grammars.ts'
import type { OpenPath } from './open-path.ts'

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
const mostLines = 20_000
const largestColoured = 384 * 1024
/** Enough to tell text from anything else. */
const sample = 8000
const pictures = /\.(avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

type Needs = Pick<App, 'kept' | 'markup' | 'objects'>

/** A file as a page shows it; what is no text, or too much of it, says so. */
export async function viewFile(app: Needs, { dir, entry }: OpenPath): Promise<ViewedFile> {
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
  return { kind: 'text', size, text, ...(await linesOf(app, { dir, entry }, text)) }
}

/** The lines of a text, in colour where the language is known. Kept by the blob's id. */
async function linesOf(app: Needs, { dir, entry }: Pick<OpenPath, 'dir' | 'entry'>, text: string): Promise<TextLines> {
  const unix = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
  const grammar = text.length > largestColoured ? null : grammarOf(entry.name)
  const plain = (): TextLines => ({ lines: unix.split('\n').map((line) => ({ text: line })) })
  if (unix === '') return { lines: [] }
  if (grammar === null) return plain()
  const kept = await app.kept.of(dir, ['lines', entry.sha, grammar], sizeOf, async () => ({
    coloured: await app.markup.highlight(unix, grammar),
  }))
  return kept.coloured === null ? plain() : { lines: kept.coloured }
}

function sizeOf({ coloured }: { readonly coloured: readonly string[] | null }): number {
  return coloured?.reduce((sum, line) => sum + line.length + 16, 0) ?? 0
}
