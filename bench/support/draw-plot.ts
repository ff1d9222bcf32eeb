// Every figure as a bar: how it compares to its baseline, on a scale that doubles, with the spread of its rounds.
import { type Figure, isMet, type Target } from './benchmark.ts'
import type { Result } from './results.ts'

const row = 22
const left = 430
const width = 420
/** From a sixty-fourth to sixty-four times. */
const doublings = 6

export function drawPlot(results: readonly Result[]): string {
  const rows = results.flatMap(({ name, figures }) => figures.map((figure) => ({ name, figure })))
  const height = rows.length * row + 60
  const grid = Array.from({ length: doublings * 2 + 1 }, (_, at) => gridLine(2 ** (at - doublings), height))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + width + 150}" height="${height}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="8" y="18" font-weight="bold">Subject to baseline; the grey line is where they are equal</text>`,
    ...grid,
    ...rows.map(({ name, figure }, at) => bar(name, figure, 40 + at * row)),
    '</svg>\n',
  ].join('\n')
}

function place(ratio: number): number {
  const doubled = Math.log2(Number.isFinite(ratio) && ratio > 0 ? ratio : 1)
  return left + ((Math.max(-doublings, Math.min(doublings, doubled)) + doublings) / (2 * doublings)) * width
}

function gridLine(ratio: number, height: number): string {
  const x = place(ratio).toFixed(1)
  const label = ratio < 1 ? `1/${1 / ratio}` : String(ratio)
  const colour = ratio === 1 ? '#888' : '#e4e4e4'
  return `<path d="M${x} 30V${height - 20}" stroke="${colour}"/><text x="${x}" y="${height - 6}" text-anchor="middle" fill="#666">${label}</text>`
}

function bar(name: string, figure: Figure, y: number): string {
  const { ratio, target } = figure
  const [from, to] = [place(1), place(ratio.median)]
  const colour = target === null ? '#7a8ba8' : isMet(figure) ? '#2f8f5b' : '#c0392b'
  const [low, high] = [place(ratio.low), place(ratio.high)]
  const text = `${name}: ${figure.what}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return [
    `<text x="${left - 8}" y="${y + 12}" text-anchor="end">${text.slice(0, 70)}</text>`,
    `<rect x="${Math.min(from, to).toFixed(1)}" y="${y + 2}" width="${Math.max(1, Math.abs(to - from)).toFixed(1)}" height="12" fill="${colour}"/>`,
    `<path d="M${low.toFixed(1)} ${y + 8}H${high.toFixed(1)}" stroke="#222"/>`,
    targetMark(target, y),
    `<text x="${left + width + 10}" y="${y + 12}">${ratio.median.toFixed(2)}${target === null ? '' : isMet(figure) ? ' met' : ' missed'}</text>`,
  ].join('')
}

function targetMark(target: Target | null, y: number): string {
  if (target === null || target.of === 'subject') return ''
  const x = place('atLeast' in target ? target.atLeast : target.atMost).toFixed(1)
  return `<path d="M${x} ${y}v16" stroke="#000" stroke-width="2"/>`
}
