import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { decodeText } from '../../core/decode-text.ts'
import type { RepoRef } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { type Hunk, type PatchLine, parsePatch } from '../../git/parse-patch.ts'
import type { RepoDir } from '../../git/run-git.ts'
import type { SafeHtml } from '../../markup/markup.ts'
import { grammarOf, mayHaveGrammar } from '../contents/grammars.ts'
import { colouredLines } from '../contents/show-lines.ts'
import { getRepo } from '../repos/get-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { type FileDiff, usualContext } from './get-diff.ts'
import { type Gaps, gapsOf, type LineRange, revealLines } from './reveal-lines.ts'

/** Coloured where that could be done in time. */
export type ColouredLine = PatchLine & { readonly html?: SafeHtml }

export interface ColouredHunk extends Omit<Hunk, 'lines'> {
  readonly lines: readonly ColouredLine[]
}

export interface ColouredFile extends FileDiff {
  /** Null where the patch is not there because the whole was too long. */
  readonly hunks: readonly ColouredHunk[] | null
  readonly gaps: Gaps
}

/** With lines of the new state that are to be shown besides. */
export type OpenedFile = FileDiff & { readonly reveal?: readonly LineRange[] }

const largestColoured = 256 * 1024
const largestRevealed = 2 * 1024 * 1024
const patienceMs = 400
const mostAhead = 8
const largestAhead = 64 * 1024

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'kept' | 'markup' | 'objects'>

/** Has files read that will be coloured soon: whoever has something else to ask first loses no time over it. */
export async function readAhead(app: Needs, actor: Actor, ref: RepoRef, files: readonly FileDiff[]): Promise<void> {
  const dir = repoDirectory(app.config, await getRepo(app, actor, ref))
  const read = async (sha: Sha, path: string): Promise<void> => {
    const info = isColoured(sha, path) ? await app.objects.info(dir, sha) : null
    if (info?.type === 'blob' && info.size <= largestAhead) await app.objects.read(dir, sha)
  }
  const some = files.slice(0, mostAhead)
  // Whoever needs them asks again, and hears what was wrong.
  const sides = some.flatMap((file) => sidesOf(file).map(({ sha, path }) => read(sha, path)))
  await Promise.allSettled(sides)
}

interface Side {
  readonly sha: Sha
  readonly path: string
}

/** The states that lines are shown of, the new one first: of the old one only what went. */
function sidesOf(file: FileDiff): readonly Side[] {
  const now = { sha: file.newSha, path: file.path }
  return file.deletions === 0 ? [now] : [now, { sha: file.oldSha, path: file.oldPath }]
}

function isColoured(sha: Sha, path: string): boolean {
  return sha !== noSha && mayHaveGrammar(nameOf(path))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * Changes as hunks, in colour. Both states of a file are coloured as wholes and cut by line, because what a line is may
 * be decided far above it. Files that take too long stay plain; the next reader finds them coloured.
 */
export async function colourDiff(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  files: readonly OpenedFile[],
): Promise<readonly ColouredFile[]> {
  const dir = repoDirectory(app.config, await getRepo(app, actor, ref))
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs).unref())
  return Promise.all(
    files.map(async (file): Promise<ColouredFile> => {
      if (file.patch === null) return { ...file, hunks: null, gaps: noGaps }
      const { hunks, gaps } = await openHunks(app, dir, file, parsePatch(file.patch))
      if (hunks.length === 0) return { ...file, hunks, gaps }
      const sides = Promise.all(sidesOf(file).map((side) => linesOf(app, actor, dir, side)))
      const [after = null, before = null] = (await Promise.race([sides.catch(() => null), late])) ?? []
      return { ...file, gaps, hunks: hunks.map((hunk) => ({ ...hunk, lines: colour(hunk.lines, before, after) })) }
    }),
  )
}

/** Counting the lines of larger ones is not worth it on a page of many. */
const largestCounted = 128 * 1024
const noGaps: Gaps = { above: [], below: null }

interface Opened {
  readonly hunks: readonly Hunk[]
  readonly gaps: Gaps
}

async function openHunks(app: Needs, dir: RepoDir, file: OpenedFile, hunks: readonly Hunk[]): Promise<Opened> {
  // What is new or gone is shown whole already, and so is a file that became a link.
  const isWhole = file.oldSha === noSha || file.newSha === noSha || file.kind === 'type-changed'
  if (isWhole || hunks.length === 0) return { hunks, gaps: noGaps }
  if (file.reveal === undefined) return { hunks, gaps: await usualGaps(app, dir, file.newSha, hunks) }
  const info = await app.objects.info(dir, file.newSha)
  const object = info?.type === 'blob' && info.size <= largestRevealed ? await app.objects.read(dir, file.newSha) : null
  if (object === null) return { hunks, gaps: noGaps }
  const lines = decodeText(object.data).replace(/\n$/, '').split('\n')
  const opened = revealLines(hunks, lines, file.reveal)
  return { hunks: opened, gaps: gapsOf(opened, lines.length, usualContext) }
}

/** Three lines that did not change may be the last of the file: a way to more of them would lead nowhere. */
async function usualGaps(app: Needs, dir: RepoDir, sha: Sha, hunks: readonly Hunk[]): Promise<Gaps> {
  const gaps = gapsOf(hunks, null, usualContext)
  if (gaps.below === null) return gaps
  const info = await app.objects.info(dir, sha)
  const object = info?.type === 'blob' && info.size <= largestCounted ? await app.objects.read(dir, sha) : null
  if (object === null) return gaps
  return hasLine(object.data, gaps.below.from) ? gaps : { ...gaps, below: null }
}

const newline = 10

/** Without making a string of each that comes before it. */
function hasLine(data: Buffer, number: number): boolean {
  let start = 0
  for (let line = 1; line < number; line++) {
    const end = data.indexOf(newline, start)
    if (end === -1) return false
    start = end + 1
  }
  return start < data.length
}

type Lines = readonly SafeHtml[] | null

function colour(lines: readonly PatchLine[], before: Lines, after: Lines): readonly ColouredLine[] {
  return lines.map((line): ColouredLine => {
    const html =
      line.kind === 'remove' ? before?.[line.old - 1] : line.kind === 'note' ? undefined : after?.[line.new - 1]
    return html === undefined ? line : { ...line, html }
  })
}

async function linesOf(app: Needs, actor: Actor, dir: RepoDir, { sha, path }: Side): Promise<Lines> {
  const info = isColoured(sha, path) ? await app.objects.info(dir, sha) : null
  if (info?.type !== 'blob' || info.size > largestColoured) return null
  const text = decodeText((await app.objects.read(dir, sha))?.data ?? Buffer.alloc(0))
  const grammar = grammarOf(nameOf(path), text)
  return grammar === null ? null : colouredLines(app, actor, dir, { sha, grammar, text })
}
