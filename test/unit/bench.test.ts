// What the benchmarks say of what they measured.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { type About, figure, isMet } from '../../bench/support/benchmark.ts'
import { drawPlot } from '../../bench/support/draw-plot.ts'
import { formatComparison } from '../../bench/support/format-comparison.ts'
import { formatTable } from '../../bench/support/format-table.ts'
import type { Report } from '../../bench/support/results.ts'

const folder = join(import.meta.dirname, '../../bench')
const benchmarks = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))

const rounds = (values: readonly number[]) => values.map((value) => ({ value }))

function measured(about: About, subject: readonly number[], baseline: readonly number[] = []) {
  return figure({ subject: rounds(subject), baseline: rounds(baseline) }, 'value', about)
}

function reportOf(at: string, figures: readonly ReturnType<typeof measured>[]): Report {
  const results = [{ name: 'api', against: 'bare Fastify', figures }]
  return { at, node: 'v24.1.0', cores: 2, short: true, size: 'medium', results }
}

const speed = { what: 'GET', unit: 'requests/s', better: 'higher' } as const
const time = { what: 'wait', unit: 'ms' } as const
const then = '2026-01-02T03:04:05.000Z'
const now = '2026-02-03T04:05:06.000Z'

function verdict(about: About, before: readonly number[], after: readonly number[]): string {
  const text = formatComparison(reportOf(now, [measured(about, after)]), reportOf(then, [measured(about, before)]))
  return text.split('\n')[4]?.split('  ').at(-1)?.trim() ?? ''
}

it('a comparison says better or worse where the rounds of two runs do not overlap, by what is better', () => {
  expect(verdict(speed, [10, 11, 12], [13, 14, 15])).toBe('better')
  expect(verdict(speed, [13, 14, 15], [10, 11, 12])).toBe('worse')
  expect(verdict(time, [10, 11, 12], [13, 14, 15])).toBe('worse')
  expect(verdict(time, [13, 14, 15], [10, 11, 12])).toBe('better')
  expect(verdict(time, [10, 11, 13], [12, 14, 15])).toBe('within the spread')
})

it('of a single round a tenth either way is no change', () => {
  expect(verdict(time, [100], [115])).toBe('within the spread')
  expect(verdict(time, [100], [130])).toBe('worse')
})

it('a comparison tells when and how both runs were made, and counts', () => {
  const text = formatComparison(reportOf(now, [measured(time, [5, 6])]), reportOf(then, [measured(time, [8, 9])]))
  expect(text).toContain('Now:    2026-02-03 04:05 UTC, Node 24.1.0, 2 cores, short form, medium data')
  expect(text).toContain('Before: 2026-01-02 03:04 UTC')
  expect(text).toContain('1 better, 0 worse, 0 within the spread')
})

it('a figure with a target for its value has no ratio, and one without a baseline has neither', () => {
  const tail = measured({ ...time, target: { of: 'subject', below: 10 } }, [5], [2])
  expect([tail.ratio, tail.baseline?.median, isMet(tail)]).toEqual([null, 2, true])
  const alone = measured(time, [5])
  expect([alone.ratio, alone.baseline]).toEqual([null, null])
  const table = formatTable([{ name: 'api', against: 'bare Fastify', figures: [tail, alone] }])
  expect(table).toMatch(/wait, ms {2}5\.00 \(5\.00–5\.00\) {2}2\.00 \(2\.00–2\.00\) {2}– +< 10 ms {2}met/)
  expect(table).toContain('api: bare Fastify')
})

it('what was skipped is named below the table, and a table of nothing is none', () => {
  const figures = [measured(time, [5])]
  const table = formatTable([
    { name: 'api', against: 'bare Fastify', figures },
    { name: 'pages', against: 'cgit', figures: [] },
  ])
  expect(table.split('\n').slice(-3)).toEqual(['  api: bare Fastify', '', 'Skipped: pages.'])
  const nothing = formatTable([{ name: 'pages', against: 'cgit', figures: [] }])
  expect(nothing).toBe('Nothing was measured. Skipped: pages.')
})

it('no two figures of a benchmark are called the same: a comparison finds them by what they are called', () => {
  for (const file of benchmarks) {
    const called = readFileSync(join(folder, `${file}.ts`), 'utf8').match(/what: '[^']*'/g) ?? []
    expect(called, file).toEqual([...new Set(called)])
  }
})

it('script/bench --help names every benchmark', () => {
  const said = execFileSync(join(folder, '../script/bench'), ['--help'], { encoding: 'utf8' })
  const [, listed = ''] = /The benchmarks: ([^;]*);/.exec(said) ?? []
  expect(listed.split(/,\s+/).toSorted()).toEqual(benchmarks.toSorted())
})

it('the plot tells its date, its baselines, what its marks mean, and where the run before was', () => {
  const target = { of: 'ratio', atLeast: 0.5 } as const
  const before = reportOf(then, [measured(speed, [4, 4], [10, 10])])
  const plot = drawPlot(reportOf(now, [measured({ ...speed, target }, [6, 7], [10, 10])]), before)
  for (const words of ['2026-02-03 04:05 UTC', 'api, against bare Fastify', 'target missed', 'before: 2026-01-02'])
    expect(plot).toContain(words)
  expect(plot).toContain('0.65, ratio ≥ 0.50: met')
  expect(plot.match(/<circle/g)).toHaveLength(2)
})
