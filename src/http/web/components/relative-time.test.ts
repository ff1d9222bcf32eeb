import { expect, it } from 'vitest'
import { dueTime, relativeTime } from './relative-time.ts'

const now = Date.parse('2026-01-01T12:00:00.000Z')
const after = (seconds: number): string => new Date(now + seconds * 1000).toISOString()

it('what has happened is not in the future, even where clocks differ a little', () => {
  expect(relativeTime(after(10), now)).toBe('just now')
  expect(relativeTime(after(-300), now)).toBe('5 minutes ago')
})

it('what is still to come is never in the past', () => {
  expect([-5, 5, 30].map((seconds) => dueTime(after(seconds), now))).toEqual(Array(3).fill('in a moment'))
  expect(dueTime(after(120), now)).toBe('in 2 minutes')
})

it('is said in the words that Intl has for it', () => {
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
  const [minute, day, year] = [60, 86_400, 365 * 86_400]
  for (const count of [1, 2, 29]) {
    expect(relativeTime(after(-count * day), now)).toBe(words.format(-count, 'day'))
    expect(relativeTime(after(count * day), now)).toBe(words.format(count, 'day'))
    expect(relativeTime(after(-count * minute), now)).toBe(words.format(-count, 'minute'))
  }
  expect(relativeTime(after(1234 * year), now)).toBe(words.format(1234, 'year'))
})
