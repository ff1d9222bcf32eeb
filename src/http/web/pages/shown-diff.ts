import { type Page, type PageRequest, pageOf } from '../../../core/page.ts'
import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import { hunksOf } from '../../../features/diffs/hunks.ts'
import type { ShownDiff } from '../components/diff-file.tsx'
import type { DiffListProps } from '../components/diff-list.tsx'
import { pageInfo } from './page-info.ts'

const filesAPage = 50
/** All the lines of a page together; what comes behind them is not shown. */
const mostLines = 10_000

/** A page of what changed, as views show it. */
export function shownDiff(
  files: readonly FileDiff[],
  request: { readonly page: PageRequest; readonly path: string; readonly query: Readonly<Record<string, string>> },
): Omit<DiffListProps, 'repo' | 'sha' | 'stats'> {
  const { path, query } = request
  const page = pageOf(files, { page: request.page.page, perPage: filesAPage })
  const style = query['view'] === 'split' ? 'split' : 'unified'
  return {
    files: shownFiles(page),
    pagination: pageInfo(page, path, style === 'split' ? { view: 'split' } : {}),
    style,
    styleHrefs: { unified: path, split: `${path}?view=split` },
  }
}

function shownFiles(page: Page<FileDiff>): readonly ShownDiff[] {
  let lines = 0
  return page.items.map((file, at): ShownDiff => {
    const hunks = hunksOf(file)
    lines += hunks?.reduce((sum, hunk) => sum + hunk.lines.length, 0) ?? 0
    return {
      number: (page.page - 1) * page.perPage + at + 1,
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

function modeChange({ kind, oldMode, newMode }: FileDiff): string | null {
  return kind === 'added' || kind === 'deleted' || oldMode === newMode ? null : `${oldMode} → ${newMode}`
}
