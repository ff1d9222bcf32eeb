import { showUnseen } from '../../../core/show-unseen.ts'
import type { ColouredHunk, ColouredLine } from '../../../features/diffs/colour-diff.ts'
import { escapeHtml } from './line-html.ts'
import { differingPart, markPart } from './mark-words.ts'

export type DiffHunk = ColouredHunk
export type DiffStyle = 'unified' | 'split'

type Shown = { kind: 'add' | 'remove' | 'context'; old: number | null; now: number | null; html: string }
type Row = Shown | { kind: 'note'; text: string }

/** Rows up to one that something is said about, or to the end. */
export type DiffPiece = {
  html: string
  /** What is said behind it is about these lines, as talks name them: `o5`, `n12`. */
  spoken: readonly string[]
}

export type RowPlace = {
  /** Numbers the file on the page. */
  file: number
  /** Where a comment on a line is begun, up to the name of the line; null where nobody comments. */
  commentAt: string | null
}

/**
 * The rows of a hunk as HTML, cut where something is said. There may be thousands: where one ends is told by the next,
 * nothing in them needs more than a byte a letter, because one that does would make it two for all of the page, and they
 * are joined at once, because text that is added to piece by piece stays in pieces until it is sent.
 */
export function hunkPieces(
  place: RowPlace,
  hunk: DiffHunk,
  style: DiffStyle,
  talks: ReadonlyMap<string, unknown>,
): readonly DiffPiece[] {
  const pieces: DiffPiece[] = []
  let parts: string[] = []
  const cut = (spoken: readonly string[]): void => {
    pieces.push({ html: parts.join(''), spoken })
    parts = []
  }
  const listen = (left: Row | null, right: Row | null): void => {
    const spoken = talks.size === 0 ? [] : linesOf(left, right).filter((line) => talks.has(line))
    if (spoken.length > 0) cut(spoken)
  }
  const rows = withWords(hunk.lines)
  if (style === 'unified') {
    for (const row of rows) {
      writeUnified(parts, place, row)
      listen(row, row)
    }
  } else {
    for (const [left, right] of splitRows(rows)) {
      writeSplit(parts, place, left, right)
      listen(left, right)
    }
  }
  if (parts.length > 0 || pieces.length === 0) cut([])
  return pieces
}

function linesOf(left: Row | null, right: Row | null): readonly string[] {
  const old = left === null || left.kind === 'note' || left.old === null ? [] : [`o${left.old}`]
  const now = right === null || right.kind === 'note' || right.now === null ? [] : [`n${right.now}`]
  return [...old, ...now]
}

/** A run of lines that went, and as many that came in their place, differ by words: those are marked. */
function withWords(lines: readonly ColouredLine[]): readonly Row[] {
  const rows = lines.map(shown)
  for (let at = 0; at < lines.length; ) {
    const gone = runOf(lines, at, 'remove')
    const come = runOf(lines, at + gone, 'add')
    if (gone > 0 && gone === come) {
      for (let one = at; one < at + gone; one++) markPair(lines, rows, one, one + gone)
    }
    at += Math.max(1, gone + come)
  }
  return rows
}

function runOf(lines: readonly ColouredLine[], from: number, kind: ColouredLine['kind']): number {
  let to = from
  while (lines[to]?.kind === kind) to += 1
  return to - from
}

function markPair(lines: readonly ColouredLine[], rows: Row[], old: number, now: number): void {
  const [before, after, left, right] = [lines[old], lines[now], rows[old], rows[now]]
  if (before === undefined || after === undefined || left === undefined || right === undefined) return
  if (left.kind === 'note' || right.kind === 'note') return
  const [textBefore, textNow] = [withoutReturn(before.text), withoutReturn(after.text)]
  const part = (textBefore === textNow ? null : differingPart(textBefore, textNow)) ?? { old: nowhere, now: nowhere }
  const [ends, endsNow] = [before.text.endsWith('\r'), after.text.endsWith('\r')]
  rows[old] = { ...left, html: markPart(left.html, part.old) + (ends && !endsNow ? returnSign : '') }
  rows[now] = { ...right, html: markPart(right.html, part.now) + (endsNow && !ends ? returnSign : '') }
}

const nowhere = [0, 0] as const

/** Shown where only one of two lines has it: mostly nothing else tells them apart, as when Windows has saved a file. */
const returnSign = '<bdi class="unseen" data-sign="CR"></bdi>'

function withoutReturn(line: string): string {
  return line.replace(/\r$/, '')
}

function shown(line: ColouredLine): Row {
  if (line.kind === 'note') return { kind: 'note', text: line.text }
  return {
    kind: line.kind,
    old: 'old' in line ? line.old : null,
    now: 'new' in line ? line.new : null,
    html: line.html ?? escapeHtml(withoutReturn(line.text)),
  }
}

/** Lines that went beside those that came in their place. */
function splitRows(rows: readonly Row[]): readonly [Shown | null, Shown | null][] {
  const pairs: [Shown | null, Shown | null][] = []
  let gone: Shown[] = []
  let come: Shown[] = []
  const flush = (): void => {
    for (let at = 0; at < Math.max(gone.length, come.length); at++) pairs.push([gone[at] ?? null, come[at] ?? null])
    gone = []
    come = []
  }
  for (const row of rows) {
    if (row.kind === 'remove') {
      if (come.length > 0) flush()
      gone.push(row)
    } else if (row.kind === 'add') come.push(row)
    else if (row.kind === 'context') {
      flush()
      pairs.push([row, row])
    }
  }
  flush()
  return pairs
}

function writeUnified(parts: string[], place: RowPlace, row: Row): void {
  if (row.kind === 'note') {
    parts.push('<tr class="diff-note"><td colspan="2"><td>', escapeHtml(row.text))
    return
  }
  const numbers = numberCell('no', row.old) + numberCell('no', row.now)
  parts.push(`<tr class="diff-${row.kind}" id="${anchor(place, row)}">${numbers}<td>`)
  writeText(parts, place, row)
}

function writeSplit(parts: string[], place: RowPlace, left: Shown | null, right: Shown | null): void {
  const named = right ?? left
  parts.push(named === null ? '<tr>' : `<tr id="${anchor(place, named)}">`)
  writeHalf(parts, place, left, left?.old)
  writeHalf(parts, place, right, right?.now)
}

function writeHalf(parts: string[], place: RowPlace, row: Shown | null, line: number | null | undefined): void {
  const name = row === null ? 'diff-nothing' : `diff-${row.kind}`
  parts.push(numberCell(`no ${name}`, line ?? null), `<td class="${name}">`)
  if (row !== null) writeText(parts, place, row)
}

function numberCell(names: string, line: number | null): string {
  return line === null ? `<td class="${names}">` : `<td class="${names}" data-line="${line}">`
}

function writeText(parts: string[], place: RowPlace, row: Shown): void {
  if (place.commentAt !== null) {
    const name = anchor(place, row)
    const href = `${escapeHtml(place.commentAt)}${name}#${name}`
    parts.push(`<a class="diff-comment" href="${href}" aria-label="Comment on line ${row.now ?? row.old}">+</a>`)
  }
  parts.push('<code>', showUnseen(row.html), '</code>')
}

/** `f3-n12` is line 12 of the new state of the third file. */
function anchor({ file }: RowPlace, row: Shown): string {
  return row.now === null ? `f${file}-o${row.old}` : `f${file}-n${row.now}`
}
