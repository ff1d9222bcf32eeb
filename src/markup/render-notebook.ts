import { showUnseen } from '../core/show-unseen.ts'
import { escapeHtml, highlight } from './highlight.ts'
import { type Cell, type Output, readNotebook } from './read-notebook.ts'
import { renderMarkdown, sanitizeHtml } from './render-markdown.ts'
import { FormulaRoom } from './show-formulas.ts'
import type { Place, TextAround } from './task.ts'

const mostCells = 500
const longestText = 50_000
const largestPicture = 2 * 1024 * 1024
/** All pictures of a notebook come with the page. */
const mostPictures = 6 * 1024 * 1024

interface Room {
  pictures: number
  readonly formulas: FormulaRoom
}

/**
 * A Jupyter notebook as HTML that is safe to put into a page of ours: texts by the same way as every Markdown, HTML that
 * a program wrote through the sanitiser, pictures as pictures, where nothing in them runs, and everything else as text.
 */
export function renderNotebook(text: string, place: Place | null): string {
  const { cells, language } = readNotebook(text)
  const room: Room = { pictures: mostPictures, formulas: new FormulaRoom() }
  const shown = cells.slice(0, mostCells).map((cell, at) => cellHtml(cell, { at, language, place, room }))
  const more = cells.length - shown.length
  return shown.join('') + (more > 0 ? note(`${more} more cells are in the source.`) : '')
}

interface Around {
  readonly at: number
  readonly language: string
  readonly place: Place | null
  readonly room: Room
}

function cellHtml(cell: Cell, around: Around): string {
  if (cell.kind === 'markdown') {
    const html = renderMarkdown(cut(cell.source), inNotebook(around.place), partOf(around))
    return `<div class="cell cell-text"><div class="cell-mark"></div><div class="cell-body">${html}</div></div>`
  }
  if (cell.kind === 'raw') return row('', pre(cell.source, 'Raw cell'))
  const count = cell.count === null ? ' ' : String(cell.count)
  const code = `<pre class="cell-code" tabindex="0"><code>${showUnseen(highlight(cut(cell.source), around.language))}</code></pre>`
  const outputs = cell.outputs.map((output) => outputHtml(output, around)).join('')
  return row(`In [${escapeHtml(count)}]:`, code) + (outputs === '' ? '' : row(`Out [${escapeHtml(count)}]:`, outputs))
}

function inNotebook(place: Place | null): TextAround {
  return { of: 'notebook', place, references: {} }
}

function partOf({ at, room }: Around): { prefix: string; formulas: FormulaRoom } {
  return { prefix: `user-content-${at}-`, formulas: room.formulas }
}

function row(mark: string, body: string): string {
  return `<div class="cell"><div class="cell-mark">${mark}</div><div class="cell-body">${body}</div></div>`
}

function outputHtml(output: Output, around: Around): string {
  const { place, room, at } = around
  switch (output.kind) {
    case 'text':
      return pre(output.text, output.isError ? 'Error' : 'Output', output.isError ? ' cell-error' : '')
    case 'picture': {
      const size = output.data.length
      if (size > largestPicture || size > room.pictures) return note('A picture is left out: it is too large.')
      room.pictures -= size
      // As a picture: what an SVG brings along neither runs nor asks anybody for anything.
      return `<img class="cell-picture" src="data:${output.type};base64,${output.data}" alt="Output of cell ${at + 1}">`
    }
    case 'html':
      return `<div class="cell-html">${sanitizeHtml(cut(output.html), place, partOf(around))}</div>`
    case 'markdown':
      return renderMarkdown(cut(output.text), inNotebook(place), partOf(around))
  }
}

function pre(text: string, label: string, extra = ''): string {
  return `<pre class="cell-output${extra}" tabindex="0" aria-label="${label}">${showUnseen(escapeHtml(cut(plain(text))))}</pre>`
}

/** Colours of a terminal, and what else it would take for an order. */
const orders =
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u0000-\u0008\u000b-\u001f\u007f]/g

function plain(text: string): string {
  return text.replaceAll(orders, '')
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText).toWellFormed()}\n…` : text
}

function note(words: string): string {
  return `<p class="cell-note">${words}</p>`
}
