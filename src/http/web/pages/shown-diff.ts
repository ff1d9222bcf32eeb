import { type Page, pageOf } from '../../../core/page.ts'
import type { Right } from '../../../features/access/permit.ts'
import { type ColouredFile, colourDiff } from '../../../features/diffs/colour-diff.ts'
import type { FileDiff } from '../../../features/diffs/get-diff.ts'
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
): Promise<Omit<DiffListProps, 'repo' | 'sha' | 'stats'>> {
  const page = pageOf(files, { page: request.page, perPage: filesAPage })
  const style = query['view'] === 'split' ? 'split' : 'unified'
  return {
    files: shownFiles({ ...page, items: await colourDiff(app, actor, ref, page.items) }),
    pagination: pageInfo(page, path, style === 'split' ? { view: 'split' } : {}),
    style,
    styleHrefs: { unified: path, split: `${path}?view=split` },
  }
}

function shownFiles(page: Page<ColouredFile>): readonly ShownDiff[] {
  let lines = 0
  return page.items.map((file, at): ShownDiff => {
    const { hunks } = file
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
