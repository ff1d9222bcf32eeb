import type { ComponentChildren } from 'preact'
import { Fragment } from 'preact'
import { type DiffHunk, type DiffRow, type DiffStyle, hunkRows } from './diff-rows.ts'
import { escapeHtml } from './line-html.ts'

type DiffLinesProps = {
  file: { number: number; path: string; moreHref: string | null }
  hunks: readonly DiffHunk[]
  style: DiffStyle
  talks?: DiffTalks | undefined
}

/** What is said about lines of a file: under each line, by its name (`o5`, `n12`). */
export type DiffTalks = {
  commentAt: string | null
  of: ReadonlyMap<string, ComponentChildren>
}

const noTalks: DiffTalks = { commentAt: null, of: new Map() }

export function DiffLines({ file, hunks, style, talks = noTalks }: DiffLinesProps) {
  return (
    <div class="source" tabindex={0} role="group" aria-label={`Changes of ${file.path}`}>
      <table class={`code-lines diff-lines diff-${style}`} role="presentation">
        {style === 'split' && (
          // The first row spans all columns and says nothing about their widths.
          <colgroup>
            <col class="column-number" />
            <col />
            <col class="column-number" />
            <col />
          </colgroup>
        )}
        {hunks.map((hunk) => (
          <Fragment key={`${hunk.oldStart}-${hunk.newStart}`}>
            {piecesOf(hunkRows({ file: file.number, commentAt: talks.commentAt }, hunk, style), talks).map(
              ({ html, talk }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a hunk have no other name
                <Fragment key={at}>
                  <tbody dangerouslySetInnerHTML={{ __html: (at === 0 ? headOf(hunk, style, file) : '') + html }} />
                  {talk.length > 0 && (
                    <tbody class="diff-talk">
                      <tr>
                        <td colSpan={style === 'split' ? 4 : 3}>
                          <div class="diff-talk-sheet">{talk}</div>
                        </td>
                      </tr>
                    </tbody>
                  )}
                </Fragment>
              ),
            )}
          </Fragment>
        ))}
      </table>
    </div>
  )
}

type Piece = { html: string; talk: readonly ComponentChildren[] }

/** The rows, cut where something is said. */
function piecesOf(rows: readonly DiffRow[], talks: DiffTalks): readonly Piece[] {
  const pieces: Piece[] = []
  let html = ''
  for (const row of rows) {
    html += row.html
    const talk = row.lines.flatMap((line) => talks.of.get(line) ?? [])
    if (talk.length === 0) continue
    pieces.push({ html, talk })
    html = ''
  }
  return html === '' && pieces.length > 0 ? pieces : [...pieces, { html, talk: [] }]
}

function headOf(
  { oldStart, newStart, heading }: DiffHunk,
  style: DiffStyle,
  { path, moreHref }: DiffLinesProps['file'],
): string {
  const where = `<span class="diff-where">@@ −${oldStart} +${newStart} @@ ${escapeHtml(heading)}</span>`
  // First, so that it is there on a phone too, where the lines reach out of sight.
  const more =
    moreHref === null
      ? ''
      : `<a data-widen href="${escapeHtml(moreHref)}" aria-label="${escapeHtml(`More lines of ${path}`)}">More lines</a>`
  return `<tr class="diff-hunk"><td colspan="${style === 'split' ? 4 : 3}"><div>${more}${where}</div></td></tr>`
}
