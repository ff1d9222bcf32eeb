import type { PatchLine } from '../../../features/diffs/hunks.ts'
import { type DiffHunk, type SplitRow, splitRows } from './diff-rows.ts'

export type DiffStyle = 'unified' | 'split'

type DiffLinesProps = { file: number; path: string; hunks: readonly DiffHunk[]; style: DiffStyle }

export function DiffLines({ file, path, hunks, style }: DiffLinesProps) {
  const columns = style === 'split' ? 4 : 3
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
          <tbody key={`${hunk.oldStart}-${hunk.newStart}`}>
            <tr class="diff-hunk">
              <td colspan={columns}>
                @@ −{hunk.oldStart} +{hunk.newStart} @@ <span>{hunk.heading}</span>
              </td>
            </tr>
            {style === 'split'
              ? splitRows(hunk.lines).map((row, at) => <Split key={at} file={file} row={row} />)
              : hunk.lines.map((line, at) => <Unified key={at} file={file} line={line} />)}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Unified({ file, line }: { file: number; line: PatchLine }) {
  if (line.kind === 'note') {
    return (
      <tr class="diff-note">
        <td colspan={2} />
        <td class="line-text">{line.text}</td>
      </tr>
    )
  }
  return (
    <tr class={`diff-${line.kind}`} id={anchorOf(file, line)}>
      <td class="line-number" data-number={'old' in line ? line.old : ''} />
      <td class="line-number" data-number={'new' in line ? line.new : ''} />
      <td class="line-text">
        <Line kind={line.kind} text={line.text} />
      </td>
    </tr>
  )
}

function Split({ file, row: { left, right } }: { file: number; row: SplitRow }) {
  return (
    <tr id={right !== null && right.kind !== 'note' ? anchorOf(file, right) : undefined}>
      <Half line={left} number={left !== null && 'old' in left ? left.old : null} />
      <Half line={right} number={right !== null && 'new' in right ? right.new : null} />
    </tr>
  )
}

function Half({ line, number }: { line: PatchLine | null; number: number | null }) {
  const name = line === null ? 'diff-nothing' : `diff-${line.kind}`
  return (
    <>
      <td class={`line-number ${name}`} data-number={number ?? ''} />
      <td class={`line-text ${name}`}>
        {line !== null && line.kind !== 'note' && <Line kind={line.kind} text={line.text} />}
      </td>
    </>
  )
}

const signs = { add: '+', remove: '−', context: ' ' } as const

/** What colour says is said by a sign as well. */
function Line({ kind, text }: { kind: keyof typeof signs; text: string }) {
  return (
    <div class="diff-line">
      <span class="diff-sign">{signs[kind]}</span>
      <code class="line">{text}</code>
    </div>
  )
}

/** `f3-n12` is line 12 of the new state of the third file. */
function anchorOf(file: number, line: Exclude<PatchLine, { kind: 'note' }>): string {
  return line.kind === 'remove' ? `f${file}-o${line.old}` : `f${file}-n${line.new}`
}
