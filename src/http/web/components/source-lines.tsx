import { type LineText, numberedCells } from './line-html.ts'

type SourceLinesProps = {
  lines: readonly LineText[]
  firstLine?: number
  /** How many lines a page has: the script finds the page of a line by it. */
  pageLines?: number
}

/** Each number is a link to its line; the script selects ranges by shift-click. */
export function SourceLines({ lines, firstLine = 1, pageLines }: SourceLinesProps) {
  const html = lines.map((line, at) => rowOf(line, firstLine + at)).join('')
  return (
    <div class="source" tabindex={0} role="group" aria-label="Text of the file" data-lines data-page-lines={pageLines}>
      <table class="code-lines" role="presentation">
        <tbody dangerouslySetInnerHTML={{ __html: html }} />
      </table>
    </div>
  )
}

function rowOf(line: LineText, number: number): string {
  return `<tr id="L${number}">${numberedCells(number, line)}`
}
