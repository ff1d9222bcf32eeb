// Every figure as a bar: how it compares to its baseline, on a scale that doubles, with the spread of its rounds. Figures
// that are judged by their value have no bar: what would it be compared to?
import { type Figure, isMet, measureOf } from './benchmark.ts'
import { findEarlier } from './format-comparison.ts'
import { rounded, targetText } from './format-table.ts'
import { conditionsOf, type Report } from './results.ts'
import type { Spread } from './spread.ts'

const row = 22
const top = 84
const left = 480
const width = 420
const right = 240
const longestLabel = 72
/** From a sixty-fourth to sixty-four times. */
const doublings = 6

const style = `
  svg { --paper: #fff; --ink: #1c2024; --faint: #60666d; --grid: #e4e4e4; --even: #8a8f96; --met: #2f8f5b; --missed: #c0392b; --free: #7a8ba8 }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #15181c; --ink: #e6e8ea; --faint: #a0a7ae; --grid: #2b3036; --even: #6b737b; --met: #3fa66d; --missed: #e0604f; --free: #7f93b5 }
  }
  text { fill: var(--ink) } .faint { fill: var(--faint) } .title { font-weight: bold }
  .met { fill: var(--met) } .missed { fill: var(--missed) } .free { fill: var(--free) }
  .spread { stroke: var(--ink) } .target { stroke: var(--ink); stroke-width: 3 }
  .before { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5 }`

export function drawPlot(report: Report, before: Report | null): string {
  const measured = report.results.filter(({ figures }) => figures.length > 0)
  const lines = measured.flatMap(({ name, against, figures }) => [
    (y: number) => heading(name, against, y),
    ...figures.map((figure) => (y: number) => {
      const earlier = before === null ? null : findEarlier(before, name, figure)
      return figure.ratio === null ? value(figure, y) : bar(figure, figure.ratio, earlier, y)
    }),
  ])
  const bottom = top + lines.length * row + 8
  const grid = Array.from({ length: doublings * 2 + 1 }, (_, at) => gridLine(2 ** (at - doublings), bottom))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + width + right}" height="${bottom + 28}" font-family="sans-serif" font-size="12">`,
    `<style>${style}\n</style>`,
    '<rect width="100%" height="100%" fill="var(--paper)"/>',
    text(8, 20, `Stithy, ${conditionsOf(report)}`, 'class="title"'),
    text(
      8,
      40,
      'Bars: Stithy to its baseline, medians; 1 is where they are equal. ↑ more is better, ↓ less is better.',
    ),
    legend(before),
    ...grid,
    ...lines.map((draw, at) => draw(top + at * row)),
    '</svg>\n',
  ].join('\n')
}

function text(x: number, y: number, words: string, attributes = ''): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y}" ${attributes}>${safe}</text>`
}

const box = (kind: string) => (x: number) => `<rect class="${kind}" x="${x}" y="51" width="14" height="12"/>`

function legend(before: Report | null): string {
  const entries: (readonly [(x: number) => string, string, number])[] = [
    [box('met'), 'target met', 110],
    [box('missed'), 'target missed', 125],
    [box('free'), 'no target', 105],
    [(x) => `<path class="target" d="M${x + 7} 49v16"/>`, 'target', 85],
    [(x) => `<path class="spread" d="M${x} 57h14"/>`, 'lowest to highest round', 175],
  ]
  if (before !== null) entries.push([(x) => dot(x + 7, 57), `before: ${conditionsOf(before)}`, 0])
  let x = 8
  const drawn = entries.map(([mark, words, room]) => {
    const entry = mark(x) + text(x + 20, 61, words)
    x += room
    return entry
  })
  return drawn.join('')
}

function place(ratio: number): number {
  const doubled = Math.log2(Number.isFinite(ratio) && ratio > 0 ? ratio : 1)
  return left + ((Math.max(-doublings, Math.min(doublings, doubled)) + doublings) / (2 * doublings)) * width
}

function gridLine(ratio: number, bottom: number): string {
  const x = place(ratio)
  const written = ratio < 1 ? `1/${1 / ratio}` : String(ratio)
  const colour = ratio === 1 ? 'var(--even)' : 'var(--grid)'
  const line = `<path d="M${x.toFixed(1)} ${top - 8}V${bottom}" stroke="${colour}"/>`
  return line + text(x, bottom + 16, written, 'class="faint" text-anchor="middle"')
}

function heading(name: string, against: string | null, y: number): string {
  return text(8, y + 13, against === null ? `${name}, no baseline` : `${name}, against ${against}`, 'class="title"')
}

function label({ what, unit, better }: Figure, y: number): string {
  const words = `${what}, ${unit}`
  const short = words.length > longestLabel ? `${words.slice(0, longestLabel - 1)}…` : words
  return text(left - 8, y + 12, `${short} ${better === 'higher' ? '↑' : '↓'}`, 'text-anchor="end"')
}

function outcome(figure: Figure): string {
  const { target, ratio, unit } = figure
  const measured = `${rounded(measureOf(figure).median)}${ratio === null ? ` ${unit}` : ''}`
  if (target === null) return measured
  return `${measured}, ${targetText(target, unit)}: ${isMet(figure) ? 'met' : 'missed'}`
}

function kindOf(figure: Figure): string {
  return figure.target === null ? 'free' : isMet(figure) ? 'met' : 'missed'
}

function value(figure: Figure, y: number): string {
  return label(figure, y) + text(left + width + 10, y + 12, outcome(figure), `class="${kindOf(figure)}"`)
}

function bar(figure: Figure, ratio: Spread, earlier: Spread | null, y: number): string {
  const [from, to] = [place(1), place(ratio.median)]
  const size = Math.max(1, Math.abs(to - from))
  return [
    label(figure, y),
    `<rect class="${kindOf(figure)}" x="${Math.min(from, to).toFixed(1)}" y="${y + 2}" width="${size.toFixed(1)}" height="12"/>`,
    `<path class="spread" d="M${place(ratio.low).toFixed(1)} ${y + 8}H${place(ratio.high).toFixed(1)}"/>`,
    targetMark(figure, y),
    earlier === null ? '' : dot(place(earlier.median), y + 8),
    text(left + width + 10, y + 12, outcome(figure)),
  ].join('')
}

function dot(x: number, y: number): string {
  return `<circle class="before" cx="${x.toFixed(1)}" cy="${y}" r="4"/>`
}

function targetMark({ target }: Figure, y: number): string {
  if (target === null || target.of === 'subject') return ''
  const x = place('atLeast' in target ? target.atLeast : target.atMost)
  return `<path class="target" d="M${x.toFixed(1)} ${y}v16"/>`
}
