import { type DiffHunk, type DiffStyle, hunkRows } from './diff-rows.ts'
import { escapeHtml } from './line-html.ts'

type DiffLinesProps = { file: number; path: string; hunks: readonly DiffHunk[]; style: DiffStyle }

export function DiffLines({ file, path, hunks, style }: DiffLinesProps) {
  return (
    <div class="source" tabindex={0} role="group" aria-label={`Changes of ${path}`}>
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
            dangerouslySetInnerHTML={{ __html: headOf(hunk, style) + hunkRows(file, hunk, style) }}
          />
        ))}
      </table>
    </div>
  )
}

function headOf({ oldStart, newStart, heading }: DiffHunk, style: DiffStyle): string {
  const where = `@@ −${oldStart} +${newStart} @@ ${escapeHtml(heading)}`
  return `<tr class="diff-hunk"><td colspan="${style === 'split' ? 4 : 3}">${where}</td></tr>`
}
