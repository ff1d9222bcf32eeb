import { parseSha, requireSha, type Sha } from '../core/sha.ts'

export interface Signature {
  readonly name: string
  readonly email: string
  /** Milliseconds since 1970; 0 where the commit says something impossible. */
  readonly at: number
  /** As git writes it, like `+0200`; UTC where it is not said. */
  readonly zone?: string
}

export interface CommitData {
  readonly tree: Sha
  readonly parents: readonly Sha[]
  readonly author: Signature
  readonly committer: Signature
  /** Without the newline that git ends it with; of one that is longer than anybody writes, the beginning. */
  readonly message: string
}

export interface TagData {
  readonly object: Sha
  readonly type: string
  readonly name: string
  readonly tagger: Signature | null
  readonly message: string
}

const nobody: Signature = { name: '', email: '', at: 0 }
/** A hundred of them stand on one page. */
const mostMessageBytes = 128 * 1024
/** The last millisecond that a Date can hold. */
const lastDate = 8.64e15

/** Reads a raw commit. Anything can stand in one: what cannot be made sense of becomes something harmless. */
export function parseCommit(data: Buffer): CommitData {
  const { headers, body } = split(data)
  const encoding = first(headers, 'encoding')
  return {
    tree: requireSha(first(headers, 'tree') ?? ''),
    parents: parentsOf(headers),
    author: signature(first(headers, 'author'), encoding),
    committer: signature(first(headers, 'committer'), encoding),
    message: decodeStart(body, encoding).trimEnd(),
  }
}

/** The folder alone: most of what reads commits goes on to that, and has no use for names and texts. */
export function treeOfCommit(data: Buffer): Sha {
  return requireSha(first(split(data).headers, 'tree') ?? '')
}

export function parseTag(data: Buffer): TagData {
  const { headers, body } = split(data)
  const tagger = first(headers, 'tagger')
  return {
    object: requireSha(first(headers, 'object') ?? ''),
    type: first(headers, 'type') ?? '',
    name: decode(Buffer.from(first(headers, 'tag') ?? '', 'latin1'), undefined),
    tagger: tagger === undefined ? null : signature(tagger, undefined),
    message: decodeStart(body, undefined).replace(/-----BEGIN (PGP|SSH) SIGNATURE-----[\s\S]*$/, ''),
  }
}

function split(data: Buffer): { headers: [string, string][]; body: Buffer } {
  const end = data.indexOf('\n\n')
  // Bytes one to one until it is known in which encoding they are.
  const lines = data.toString('latin1', 0, end === -1 ? data.length : end)
  const headers: [string, string][] = []
  for (const line of lines.split('\n')) {
    const space = line.indexOf(' ')
    // A line that begins with a space goes on with the one before; none of those matter to us.
    if (space > 0) headers.push([line.slice(0, space), line.slice(space + 1)])
  }
  return { headers, body: end === -1 ? Buffer.alloc(0) : data.subarray(end + 2) }
}

/** Only what stands right behind the tree counts, for git as for us; fsck lets anything pass further down. */
function parentsOf(headers: readonly [string, string][]): readonly Sha[] {
  const behind = headers.slice(1)
  const end = behind.findIndex(([name]) => name !== 'parent')
  return behind.slice(0, end === -1 ? behind.length : end).flatMap(([, value]) => parseSha(value) ?? [])
}

function first(headers: readonly [string, string][], wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1]
}

/** `Name <mail> seconds zone`, as git itself reads it: from the end. */
function signature(line: string | undefined, encoding: string | undefined): Signature {
  if (line === undefined) return nobody
  const close = line.lastIndexOf('>')
  const open = line.indexOf('<')
  if (open === -1 || close < open) return { ...nobody, name: text(line, encoding) }
  const [, seconds, zone] = /^ *(-?\d{1,19})\b(?: ([+-]\d{4})$)?/.exec(line.slice(close + 1)) ?? []
  const at = seconds === undefined ? 0 : Number(seconds) * 1000
  return {
    name: text(line.slice(0, open).trim(), encoding),
    email: text(line.slice(open + 1, close).trim(), encoding),
    at: Math.abs(at) <= lastDate ? at : 0,
    ...(zone === undefined ? {} : { zone }),
  }
}

function text(bytes: string, encoding: string | undefined): string {
  return decode(Buffer.from(bytes, 'latin1'), encoding)
}

/** A character that was cut apart is left out. */
function decodeStart(bytes: Buffer, encoding: string | undefined): string {
  return decode(bytes.subarray(0, mostMessageBytes), encoding, bytes.length > mostMessageBytes)
}

/** To make one takes longer than most texts take it. */
const utf8 = new TextDecoder('utf-8')

/** Bytes that are not what they claim to be show as � and never as an error. */
function decode(bytes: Buffer, encoding: string | undefined, stream = false): string {
  if (encoding === undefined && !stream) return utf8.decode(bytes)
  try {
    return new TextDecoder(encoding ?? 'utf-8').decode(bytes, { stream })
  } catch {
    return new TextDecoder('utf-8').decode(bytes, { stream })
  }
}
