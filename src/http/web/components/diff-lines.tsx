import { type DiffHunk, type DiffStyle, hunkRows } from './diff-rows.ts'
import { escapeHtml } from './line-html.ts'

type DiffLinesProps = {
  file: { number: number; path: string; moreHref: string | null }
  hunks: readonly DiffHunk[]
  style: DiffStyle
}

export function DiffLines({ file, hunks, style }: DiffLinesProps) {
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
          <tbody
            key={`${hunk.oldStart}-${hunk.newStart}`}
            dangerouslySetInnerHTML={{ __html: headOf(hunk, style, file) + hunkRows(file.number, hunk, style) }}
          />
        ))}
      </table>
    </div>
  )
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
