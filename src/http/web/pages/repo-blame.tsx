import { Fault } from '../../../core/errors.ts'
import { iso } from '../../../core/iso-time.ts'
import type { Commit } from '../../../features/commits/list-commits.ts'
import type { BlamedRange } from '../../../features/contents/get-blame.ts'
import { getBlame } from '../../../features/contents/get-blame.ts'
import { openPath } from '../../../features/contents/open-path.ts'
import { linesAPage, type ShownLines } from '../../../features/contents/show-lines.ts'
import { viewFile } from '../../../features/contents/view-file.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { codeUrl } from '../code-urls.ts'
import { type BlameRange, blameRows } from '../components/blame-rows.ts'
import type { CommitSummary } from '../components/commit-line.tsx'
import { go, show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { BlameView } from '../views/blame.tsx'
import { commitSummary } from './commit-summary.ts'

export const repoBlamePages = [
  repoPage({
    method: 'GET',
    path: '/blame/*',
    right: 'anyone',
    handle: async ({ app, actor, ref, rest, chrome, head, page: asked }) => {
      const at = await openPath(app, actor, ref, rest)
      const blob = codeUrl(at.repo, 'blob', at.revision.address, at.path)
      if (at.entry.kind === 'folder' || at.entry.kind === 'submodule') return go(blob)
      const file = await viewFile(app, actor, at, asked.page)
      // What has no lines has nobody who wrote them; the file's own page says what it is.
      // Git takes bytes for lines, and those of UTF-16 are not where git ends them.
      if (file.kind !== 'text' || file.encoding === 'utf-16') return go(blob)
      const [blame, refs] = await Promise.all([
        file.lineCount === 0
          ? { ranges: [] }
          : getBlame(app, actor, ref, { path: at.path, revision: at.revision.address, ...spanOf(file) }).catch(
              unlessTooMuch,
            ),
        listRefNames(app, actor, ref),
      ])
      const ranges = blame && withLines(blame.ranges, file)
      return show(
        <BlameView
          chrome={chrome}
          repo={head}
          current={at.revision}
          refs={refs}
          path={at.path}
          blame={ranges && { ranges, rows: await blameRows({ repo: head, now: chrome.now }, ranges) }}
          pages={{
            page: Math.ceil(file.firstLine / linesAPage),
            perPage: linesAPage,
            total: file.lineCount,
            path: codeUrl(at.repo, 'blame', at.revision.address, at.path),
          }}
        />,
      )
    },
  }),
]

function unlessTooMuch(error: unknown): null {
  if (error instanceof Fault && error.kind === 'too-large') return null
  throw error
}

/** Only the lines of the page, where there are several. */
function spanOf({ firstLine, lines, lineCount }: ShownLines): { lines?: { first: number; last: number } } {
  return lineCount <= linesAPage ? {} : { lines: { first: firstLine, last: firstLine + lines.length - 1 } }
}

function withLines(ranges: readonly BlamedRange[], file: ShownLines): readonly BlameRange[] {
  const times = ranges.map(({ commit }) => commit.author.at)
  const [oldest, newest] = [Math.min(...times), Math.max(...times)]
  // Many ranges come from few commits.
  const summaries = new Map<Commit, CommitSummary>()
  return ranges.map((range) => {
    const from = range.firstLine - file.firstLine
    // Who wrote a line, and when: not when it was brought here.
    const commit = summaries.get(range.commit) ?? {
      ...commitSummary(range.commit),
      at: iso(range.commit.author.at),
    }
    summaries.set(range.commit, commit)
    return {
      commit,
      age: ageOf(range.commit.author.at, { oldest, newest }),
      before: range.previous && { sha: range.previous.commit, path: range.previous.path, line: range.lineThen },
      firstLine: range.firstLine,
      lines: file.lines.slice(from, from + range.lineCount),
    }
  })
}

const oldestStep = 7

/** Each step has a colour. They span what there is: lines of a file from years ago can be told apart as those of this week. */
function ageOf(at: number, { oldest, newest }: { readonly oldest: number; readonly newest: number }): number {
  return newest === oldest ? 0 : Math.round(((newest - at) / (newest - oldest)) * oldestStep)
}
