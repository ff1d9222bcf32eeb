import { type Page, pageOf } from '../../../core/page.ts'
import type { Right } from '../../../features/access/permit.ts'
import { type ColouredFile, colourDiff } from '../../../features/diffs/colour-diff.ts'
import { type FileDiff, usualContext } from '../../../features/diffs/get-diff.ts'
import { widenDiff } from '../../../features/diffs/widen-diff.ts'
import type { ShownDiff } from '../components/diff-file.tsx'
import type { DiffListProps } from '../components/diff-list.tsx'
import type { RepoCall } from '../repo-page.ts'
import { pageInfo } from './page-info.ts'

const filesAPage = 50
/** All the lines of a page together; what comes behind them is not shown. */
const mostLines = 10_000

/** A page of what changed, as views show it. */
export async function shownDiff(
  { app, actor, ref, query, page: request }: RepoCall<Right>,
  files: readonly FileDiff[],
  path: string,
  /** What the address says besides. */
  kept: Readonly<Record<string, string>> = {},
): Promise<Omit<DiffListProps, 'repo' | 'sha' | 'stats'>> {
  const page = pageOf(files, { page: request.page, perPage: filesAPage })
  const style = query['view'] === 'split' ? 'split' : 'unified'
  const view: Record<string, string> = { ...kept, ...(style === 'split' ? { view: 'split' } : {}) }
  const wide = wideFile(query)
  const items = await Promise.all(
    page.items.map(async (file, at) =>
      numberOf(page, at) === wide.number ? widenDiff(app, actor, ref, { file, context: wide.context }) : file,
    ),
  )
  const moreHref = (file: number): string | null => {
    const next = file === wide.number ? nextContext(wide.context) : contexts[0]
    if (next === null) return null
    const asked = { ...view, ...(page.page > 1 ? { page: String(page.page) } : {}), file: String(file) }
    return `${path}?${new URLSearchParams({ ...asked, context: String(next) }).toString()}#file-${file}`
  }
  return {
    files: shownFiles({ ...page, items: await colourDiff(app, actor, ref, items) }, moreHref),
    pagination: pageInfo(page, path, view),
    style,
    styleHrefs: { unified: addressOf(path, kept), split: addressOf(path, { ...kept, view: 'split' }) },
  }
}

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Lines around each change, step by step: some more, then all that there are. */
const contexts = [25, 100_000] as const

function nextContext(context: number): number | null {
  return contexts.find((one) => one > context) ?? null
}

/** The one file that is shown with more lines around its changes. */
function wideFile(query: Readonly<Record<string, string>>): { number: number; context: number } {
  const context = contexts.find((one) => String(one) === query['context'])
  return { number: context === undefined ? 0 : Number(query['file']), context: context ?? 0 }
}

function numberOf(page: Pick<Page<unknown>, 'page' | 'perPage'>, at: number): number {
  return (page.page - 1) * page.perPage + at + 1
}

function shownFiles(page: Page<ColouredFile>, moreHref: (file: number) => string | null): readonly ShownDiff[] {
  let lines = 0
  return page.items.map((file, at): ShownDiff => {
    const { hunks } = file
    const isWhole = file.kind === 'added' || file.kind === 'deleted' || reachesBothEnds(hunks ?? [])
    lines += hunks?.reduce((sum, hunk) => sum + hunk.lines.length, 0) ?? 0
    return {
      number: numberOf(page, at),
      moreHref: isWhole ? null : moreHref(numberOf(page, at)),
      kind: file.kind,
      path: file.path,
      oldPath: file.oldPath,
      modeChange: modeChange(file),
      additions: file.additions,
      deletions: file.deletions,
      hunks: lines > mostLines ? null : hunks,
    }
  })
}

/** Fewer lines behind the last change than there are around each: the file has no more of them. */
function reachesBothEnds(hunks: NonNullable<ColouredFile['hunks']>): boolean {
  const [hunk, ...others] = hunks
  if (hunk === undefined || others.length > 0 || hunk.oldStart > 1 || hunk.newStart > 1) return false
  return hunk.lines.slice(-usualContext).some(({ kind }) => kind !== 'context')
}

function modeChange({ kind, oldMode, newMode }: FileDiff): string | null {
  return kind === 'added' || kind === 'deleted' || oldMode === newMode ? null : `${oldMode} → ${newMode}`
}
