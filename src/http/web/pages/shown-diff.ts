import { type Page, pageOf } from '../../../core/page.ts'
import type { Sha } from '../../../core/sha.ts'
import type { Right } from '../../../features/access/permit.ts'
import { type ColouredFile, colourDiff, type OpenedFile, readAhead } from '../../../features/diffs/colour-diff.ts'
import { findForeign } from '../../../features/diffs/find-foreign.ts'
import { type FileDiff, usualContext } from '../../../features/diffs/get-diff.ts'
import { widenDiff } from '../../../features/diffs/widen-diff.ts'
import type { ShownDiff } from '../components/diff-file.tsx'
import type { DiffListProps } from '../components/diff-list.tsx'
import type { RepoCall } from '../repo-page.ts'
import { type AskedFile, askedFile, widerHrefs } from './asked-lines.ts'
import { foldFiles, withoutTooLong } from './folded-files.ts'
import { pageInfo } from './page-info.ts'
import { waitingFiles } from './waiting-files.ts'

const filesAPage = 50

export interface DiffPlace {
  /** The new state; what it says of its files is heard. */
  readonly head: Sha
  /** What the address says besides. */
  readonly kept?: Readonly<Record<string, string>>
  /** Files that somebody talks about are shown with their lines. */
  readonly spoken?: ReadonlySet<string>
}

/** A page of what changed, as views show it. */
export async function shownDiff(
  call: RepoCall<Right>,
  files: readonly FileDiff[],
  path: string,
  { head, kept = {}, spoken = new Set() }: DiffPlace,
): Promise<Omit<DiffListProps, 'repo' | 'sha' | 'stats'>> {
  const { app, actor, ref, query, page: request } = call
  const page = pageOf(files, { page: request.page, perPage: filesAPage })
  const style = query['view'] === 'split' ? 'split' : 'unified'
  const view: Record<string, string> = { ...kept, ...(style === 'split' ? { view: 'split' } : {}) }
  const asked = askedFile(query)
  const paths = page.items.map((file) => file.path)
  // In this order: of what is read git is asked a second time, when it has told how large it is.
  const [, foreign] = await Promise.all([
    readAhead(app, actor, ref, page.items),
    findForeign(app, actor, ref, { head, paths }),
  ])
  const whole = await Promise.all(
    page.items.map(async (file, at) => (numberOf(page, at) === asked.number ? openFile(call, file, asked) : file)),
  )
  const shortened = whole.map(withoutTooLong)
  const isAsked = (at: number): boolean => [asked.number, spokenOf(query)].includes(numberOf(page, at))
  const isSpoken = (file: FileDiff): boolean => spoken.has(file.path)
  const known = { foreign, isAsked, isSpoken, first: firstOf(query, page) }
  const folds = foldFiles(shortened, known)
  const opened = shortened.map((file, at) => (folds[at] === null ? file : closed(file)))
  const coloured = await colourDiff(app, actor, ref, opened)
  const address = { path, query: { ...view, ...(page.page > 1 ? { page: String(page.page) } : {}) } }
  const shown = coloured.map((file, at): ShownDiff => {
    const number = numberOf(page, at)
    const ranges = number === asked.number ? asked.ranges : []
    const { open, ...wider } = widerHrefs(address, { number, ranges, gaps: file.gaps })
    const fold = folds[at] ?? null
    return {
      ...shownFile(file, number),
      foreign: foreign.get(file.path) ?? null,
      fold: fold === null ? null : { why: fold, href: open },
      wider,
    }
  })
  const waiting = waitingFiles({
    files: shortened,
    folds,
    known,
    numberOf: (at) => numberOf(page, at),
    hrefFrom: (number) => `${addressOf(path, { ...address.query, first: String(number) })}#file-${number}`,
  })
  return {
    // A script that wants one file gets it alone.
    files: query['only'] === undefined ? shown : shown.filter(({ number }) => String(number) === query['only']),
    waiting,
    pagination: pageInfo(page, path, view),
    style,
    styleHrefs: { unified: addressOf(path, kept), split: addressOf(path, { ...kept, view: 'split' }) },
  }
}

/** The file that a comment is about to be written on: `on=f3-n12`. */
function spokenOf(query: Readonly<Record<string, string>>): number {
  return Number(/^f(\d+)-/.exec(query['on'] ?? '')?.[1] ?? 0)
}

/** The place on the page where its room begins: `first=13`. */
function firstOf(query: Readonly<Record<string, string>>, page: Page<unknown>): number {
  const at = Number(query['first'] ?? 1) - numberOf(page, 0)
  return at > 0 && at < page.items.length ? at : 0
}

/** One that did not come with the whole is fetched by itself. */
async function openFile({ app, actor, ref }: RepoCall<Right>, file: FileDiff, asked: AskedFile): Promise<OpenedFile> {
  const whole =
    file.patch === null && file.additions !== null
      ? await widenDiff(app, actor, ref, { file, context: usualContext })
      : file
  return asked.ranges.length === 0 ? whole : { ...whole, reveal: asked.ranges }
}

/** Nothing of it is read or coloured. */
function closed(file: FileDiff): FileDiff {
  return { ...file, patch: '' }
}

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

function numberOf(page: Pick<Page<unknown>, 'page' | 'perPage'>, at: number): number {
  return (page.page - 1) * page.perPage + at + 1
}

function shownFile(file: ColouredFile, number: number) {
  const { kind, path, oldPath, additions, deletions, hunks } = file
  return { number, kind, path, oldPath, modeChange: modeChange(file), additions, deletions, hunks }
}

function modeChange({ kind, oldMode, newMode }: FileDiff): string | null {
  return kind === 'added' || kind === 'deleted' || oldMode === newMode ? null : `${oldMode} → ${newMode}`
}
