import { Fault } from '../../../core/errors.ts'
import type { BlamedRange } from '../../../features/contents/get-blame.ts'
import { getBlame } from '../../../features/contents/get-blame.ts'
import { openPath } from '../../../features/contents/open-path.ts'
import { viewFile } from '../../../features/contents/view-file.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { codeUrl } from '../code-urls.ts'
import type { LineText } from '../components/line-html.ts'
import { go, show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { type BlameRange, BlameView } from '../views/blame.tsx'
import { commitSummary } from './commit-summary.ts'

/** More would keep the browser, and everybody else, waiting. */
const mostLines = 5000

export const repoBlamePages = [
  repoPage({
    method: 'GET',
    path: '/blame/*',
    right: 'anyone',
    handle: async ({ app, actor, ref, rest, chrome, head }) => {
      const at = await openPath(app, actor, ref, rest)
      const blob = codeUrl(at.repo, 'blob', at.revision.name, at.path)
      if (at.entry.kind === 'folder' || at.entry.kind === 'submodule') return go(blob)
      const file = await viewFile(app, at)
      // What has no lines has nobody who wrote them; the file's own page says what it is.
      if (file.kind !== 'text') return go(blob)
      const [blame, refs] = await Promise.all([
        file.lines.length > mostLines
          ? null
          : getBlame(app, actor, ref, { path: at.path, revision: at.revision.name }).catch(unlessTooMuch),
        listRefNames(app, actor, ref),
      ])
      return show(
        <BlameView
          chrome={chrome}
          repo={head}
          current={at.revision}
          refs={refs}
          path={at.path}
          ranges={blame && withLines(blame.ranges, file.lines)}
        />,
      )
    },
  }),
]

function unlessTooMuch(error: unknown): null {
  if (error instanceof Fault && error.kind === 'too-large') return null
  throw error
}

function withLines(ranges: readonly BlamedRange[], lines: readonly LineText[]): readonly BlameRange[] {
  return ranges.map((range) => ({
    commit: commitSummary(range.commit),
    firstLine: range.firstLine,
    lines: lines.slice(range.firstLine - 1, range.firstLine - 1 + range.lineCount),
  }))
}
