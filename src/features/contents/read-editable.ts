import { isUtf8 } from 'node:buffer'
import type { App } from '../../app.ts'
import { Pace } from '../../core/pace.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { FoundEntry } from './find-entry.ts'
import { largestFile } from './write-input.ts'

export type LineEnd = 'lf' | 'crlf'

export type EditableText = { readonly sha: Sha; readonly size: number } & (TypedText | { readonly kind: 'link' })

/** Bytes as somebody can type at them. */
export type TypedText =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly lineEnd: LineEnd
      /** Lines end now in one way, now in another: they will all end in `lineEnd`. */
      readonly isMixed: boolean
    }
  | { readonly kind: 'binary' }
  | { readonly kind: 'too-large' }

/** A file as it can be typed at: text that comes back from a form as the same bytes. */
export async function readEditable(
  app: Pick<App, 'objects'>,
  dir: RepoDir,
  { sha, kind }: Pick<FoundEntry, 'sha' | 'kind'>,
): Promise<EditableText> {
  const size = (await app.objects.info(dir, sha))?.size ?? 0
  if (kind === 'symlink') return { kind: 'link', sha, size }
  if (size > largestFile) return { kind: 'too-large', sha, size }
  const data = (await app.objects.read(dir, sha))?.data ?? Buffer.alloc(0)
  return { sha, size, ...(await textIn(data)) }
}

export async function textIn(data: Buffer): Promise<TypedText> {
  const pace = new Pace()
  // What is not UTF-8 would come back as something else.
  if (data.includes(0) || !isUtf8(data)) return { kind: 'binary' }
  const text = data.toString('utf8')
  if (!(await isShowable(text, pace))) return { kind: 'too-large' }
  const { pairs, feeds, returns } = await countLineEnds(data, pace)
  const lineEnd = pairs > feeds - pairs ? 'crlf' : 'lf'
  return { kind: 'text', text, lineEnd, isMixed: returns > pairs || (pairs > 0 && pairs < feeds) }
}

const mostEscapes = 1024 * 1024

/** Whether a page can hold it: each of these characters takes its time to escape. A mebibyte of them is no text. */
export async function isShowable(text: string, pace = new Pace()): Promise<boolean> {
  if (text.length <= mostEscapes) return true
  let escapes = 0
  await pace.spans(text.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x22 || code === 0x26 || code === 0x3c) escapes++
    }
  })
  return escapes <= mostEscapes
}

const feed = 0x0a
const carriageReturn = 0x0d

/** Byte by byte: a file may be nothing but line ends, and a list of its lines many times its size. */
async function countLineEnds(data: Buffer, pace: Pace): Promise<{ pairs: number; feeds: number; returns: number }> {
  let [pairs, feeds, returns] = [0, 0, 0]
  await pace.spans(data.length, (from, to) => {
    for (let at = from; at < to; at++) {
      if (data[at] === carriageReturn) returns++
      if (data[at] !== feed) continue
      feeds++
      if (data[at - 1] === carriageReturn) pairs++
    }
  })
  return { pairs, feeds, returns }
}

/** A form's text as the file has it: a browser ends every line in CRLF. */
export async function withLineEnds(text: string, lineEnd: LineEnd): Promise<Buffer> {
  // From the beginning: to make bytes of a long text takes its time as well.
  const pace = new Pace()
  const data = Buffer.from(text)
  const written = Buffer.alloc(lineEnd === 'crlf' ? data.length + (await countLineEnds(data, pace)).feeds : data.length)
  let length = 0
  await pace.spans(data.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const byte = data[at] ?? 0
      if (byte === feed && data[at - 1] === carriageReturn) continue
      const ends = byte === feed || byte === carriageReturn
      if (ends && lineEnd === 'crlf') written[length++] = carriageReturn
      written[length++] = ends ? feed : byte
    }
  })
  return written.subarray(0, length)
}
