import { type LineText, numberedCells } from './line-html.ts'

/** Each number is a link to its line; the script selects ranges by shift-click. */
export function SourceLines({ lines }: { lines: readonly LineText[] }) {
  return (
    <div class="source" tabindex={0} role="group" aria-label="Text of the file" data-lines>
      <table class="code-lines" role="presentation">
        <tbody dangerouslySetInnerHTML={{ __html: lines.map(rowOf).join('') }} />
      </table>
    </div>
  )
}

function rowOf(line: LineText, at: number): string {
  return `<tr id="L${at + 1}">${numberedCells(at + 1, line)}</tr>`
}
