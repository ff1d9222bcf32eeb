// Comments on what was offered, followed to what it became, and how many of them ended where the line really is.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sha } from '../../src/core/sha.ts'
import type { Anchor, Followed } from '../../src/git/follow-lines.ts'
import { initRepository } from '../../src/git/repository-folder.ts'
import type { Git, RepoDir } from '../../src/git/run-git.ts'
import { Histories, type Mark } from './histories.ts'
import { type Files, type ReviewCase, reviewCases } from './review-cases.ts'
import type { TrackedText } from './tracked-text.ts'

/** Comments on each case: enough to meet brackets and blank lines too. */
const commentsEach = 24

export interface Question {
  readonly name: string
  readonly anchor: Anchor
  readonly now: { readonly head: Sha; readonly base: Sha }
  /** Where the line is now; null where it is gone. */
  readonly expected: { readonly path: string; readonly first: number; readonly last: number } | null
  readonly text: string
}

export interface ReviewCorpus {
  readonly dir: RepoDir
  readonly questions: readonly Question[]
  remove(): Promise<void>
}

export async function makeReviewCorpus(git: Git): Promise<ReviewCorpus> {
  const parent = await mkdtemp(join(tmpdir(), 'stithy-review-'))
  const dir = join(parent, 'reviews.git') as RepoDir
  await initRepository(git, dir, 'main')
  const histories = new Histories()
  const made = reviewCases().map((one) => ({ one, marks: commitCase(histories, one) }))
  const idOf = histories.write(dir)
  const questions = made.flatMap(({ one, marks }) => {
    const [baseThen, headThen, baseNow, headNow] = marks.map(idOf)
    if (baseThen === undefined || headThen === undefined || baseNow === undefined || headNow === undefined) return []
    return questionsOf(one, { head: headThen, base: baseThen }, { head: headNow, base: baseNow })
  })
  return { dir, questions, remove: () => rm(parent, { recursive: true }) }
}

function commitCase(histories: Histories, { base, head }: ReviewCase): readonly Mark[] {
  return [0, 1].flatMap((version) => {
    const start = histories.commit([], { marker: 'x\n', ...contents(base[version]) })
    const gone = Object.keys(base[version] ?? {}).filter((path) => head[version]?.[path] === undefined)
    const changes = { ...contents(head[version]), ...Object.fromEntries(gone.map((path) => [path, null])) }
    return [start, histories.commit([start], changes)]
  })
}

function contents(files: Files = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [path, file.text]))
}

type Ends = Question['now']

function questionsOf(one: ReviewCase, then: Ends, now: Ends): readonly Question[] {
  const [before, after] = one.side === 'old' ? one.base : one.head
  const [path, text] = Object.entries(before)[0] ?? []
  if (path === undefined || text === undefined) return []
  const range = one.range ?? 1
  const step = Math.max(1, Math.floor((text.lines.length - range) / commentsEach))
  const starts = Array.from({ length: commentsEach }, (_, at) => at * step).filter(
    (at) => at + range <= text.lines.length,
  )
  return starts.map((at) => {
    const ids = text.lines.slice(at, at + range).map(({ id }) => id)
    const place = { path: one.shownAs ?? path, side: one.side ?? 'new', first: at + 1, last: at + range }
    const shown = text.lines[at]?.text ?? ''
    return { name: one.name, anchor: { ...place, ...then }, now, expected: findIds(after, ids), text: shown }
  })
}

function findIds(files: Files, ids: readonly number[]): Question['expected'] {
  for (const [path, text] of Object.entries(files)) {
    const places = ids.map((id) => placeOf(text, id)).filter((place) => place !== 0)
    if (places.length === 0) continue
    // Lines that went different ways are no place any more.
    const isTorn = places.some((place, at) => at > 0 && Math.abs(place - (places[at - 1] ?? 0)) > 10)
    return isTorn ? null : { path, first: places[0] ?? 0, last: places.at(-1) ?? 0 }
  }
  return null
}

function placeOf(text: TrackedText, id: number): number {
  return text.lines.findIndex((line) => line.id === id) + 1
}

export function isRight({ expected }: Question, followed: Followed): boolean {
  if (followed.kind === 'outdated') return expected === null
  const { path, first, last } = followed
  return expected?.path === path && expected.first === first && expected.last === last
}
