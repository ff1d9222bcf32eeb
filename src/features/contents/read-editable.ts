import type { App } from '../../app.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { FoundEntry } from './find-entry.ts'

export type LineEnd = 'lf' | 'crlf'

export type EditableText = { readonly sha: Sha; readonly size: number } & (
  | {
      readonly kind: 'text'
      readonly text: string
      readonly lineEnd: LineEnd
      /** Lines end now in one way, now in another: they will all end in `lineEnd`. */
      readonly isMixed: boolean
    }
  | { readonly kind: 'binary' }
  | { readonly kind: 'link' }
  | { readonly kind: 'too-large' }
)

/** What a form of text may come to, less room for its other fields. */
const largestForm = 1024 * 1024 - 80 * 1024

/** A file as it can be typed at: text that comes back from a form as the same bytes. */
export async function readEditable(
  app: Pick<App, 'objects'>,
  dir: RepoDir,
  { sha, kind }: Pick<FoundEntry, 'sha' | 'kind'>,
): Promise<EditableText> {
  const size = (await app.objects.info(dir, sha))?.size ?? 0
  if (kind === 'symlink') return { kind: 'link', sha, size }
  if (size > largestForm) return { kind: 'too-large', sha, size }
  const data = (await app.objects.read(dir, sha))?.data ?? Buffer.alloc(0)
  const text = data.toString('utf8')
  // What is not UTF-8 would come back as something else.
  if (data.includes(0) || !Buffer.from(text).equals(data)) return { kind: 'binary', sha, size }
  const twos = text.split('\r\n').length - 1
  const news = text.split('\n').length - 1
  const returns = text.split('\r').length - 1
  const lineEnd = twos > news - twos ? 'crlf' : 'lf'
  if (formSize(text) > largestForm) return { kind: 'too-large', sha, size }
  return { kind: 'text', sha, size, text, lineEnd, isMixed: returns > twos || (twos > 0 && twos < news) }
}

/** Browsers end every line of a form in CRLF, and escape what is not a letter. */
function formSize(text: string): number {
  const sent = text.replaceAll(/\r\n|\r|\n/g, '\r\n')
  return new URLSearchParams({ content: sent }).toString().length
}

/** A form's text as the file has it. */
export function withLineEnds(text: string, lineEnd: LineEnd): string {
  return text.replaceAll(/\r\n|\r|\n/g, lineEnd === 'crlf' ? '\r\n' : '\n')
}
