import { describe, expect, it } from 'vitest'
import { parseDuration } from './duration.ts'
import { nextRun, whyBadSchedule } from './next-run.ts'

const now = Date.parse('2026-01-30T23:58:30Z')

it.each([
  ['0 3 * * *', '2026-01-31T03:00:00.000Z'],
  ['*/5 * * * *', '2026-01-31T00:00:00.000Z'],
  ['0 0 29 2 *', '2028-02-29T00:00:00.000Z'],
  ['30 4 1 JAN,JUL MON', '2026-07-01T04:30:00.000Z'],
  ['0 12 * * 7', '2026-02-01T12:00:00.000Z'],
])('%s comes next at %s', (schedule, expected) => {
  expect(new Date(nextRun(schedule, now) ?? 0).toISOString()).toBe(expected)
})

it('a time that is met exactly is over', () => {
  const at = Date.parse('2026-01-31T03:00:00Z')
  expect(nextRun('0 3 * * *', at)).toBe(at + 86_400_000)
  expect(nextRun('nonsense', at)).toBeNull()
})

describe('a schedule', () => {
  it.each(['0 3 * * *', '*/5 * * * *', '*/15 8-18 * * MON-FRI', '0,5,10 * * * *', '0,58 3 * * *', '0 */6 1,15 * *'])(
    'may be %s',
    (schedule) => {
      expect(whyBadSchedule(schedule, now)).toBeNull()
    },
  )

  it.each([
    '* * * * *',
    '*/1 * * * *',
    '*/3 * * * *',
    '1-9/2 * * * *',
    '0,58 * * * *',
    '0,58 3,4 * * *',
    '0,58 0,23 * * *',
    '* 3 1 1 *',
  ])('may not be %s, which is too often', (schedule) => {
    expect(whyBadSchedule(schedule, now)).toContain('more often')
  })

  it.each([
    '',
    '*',
    '0 3 * *',
    '0 3 * * * *',
    '@hourly',
    '0 3 * * L',
    '0 3 15W * *',
    '0 3 * * 1#2',
    '61 * * * *',
    '0 3 * * *\n',
    '-5 * * * *',
    '1--3 * * * *',
    '*/0 * * * *',
    '0 3 0 * *',
    '0 0 * * FOO',
    `${'1,'.repeat(500)}1 * * * *`,
  ])('may not be %j', (schedule) => {
    expect(whyBadSchedule(schedule, now)).toContain('five fields')
  })

  it('may not be one that never comes', () => {
    expect(whyBadSchedule('0 0 31 2 *', now)).toBe('never comes')
  })
})

it.each([
  ['90s', 90],
  ['30m', 1800],
  ['2h', 7200],
  ['7d', 604_800],
  ['1h30m', 5400],
  ['45', 45],
  [45, 45],
  ['', null],
  ['m', null],
  ['1w', null],
  ['-1s', null],
  ['1.5h', null],
  ['1 h', null],
  ['1H', null],
  [1.5, null],
  [-1, null],
  [Number.NaN, null],
])('the time %j is %s seconds', (written, seconds) => {
  expect(parseDuration(written)).toBe(seconds)
})
