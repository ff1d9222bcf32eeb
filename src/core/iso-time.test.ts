import { expect, it } from 'vitest'
import { iso } from './iso-time.ts'

const times = [0, 999, 1000, 59_999, 86_399_999, 86_400_000, 1_700_000_000_123, Date.UTC(2024, 1, 29, 23, 59, 59, 999)]

it('writes a time as Date does, also before 1970 and beyond the year 9999', () => {
  const odd = [-1, -86_400_000, -62_198_755_200_000, 253_402_300_800_000, 8_640_000_000_000_000, -8_640_000_000_000_000]
  for (const time of [...times, ...odd]) expect(iso(time)).toBe(new Date(time).toISOString())
})

it('leaves out what is less than a millisecond', () => {
  expect(iso(1_700_000_000_123.9)).toBe('2023-11-14T22:13:20.123Z')
})

it('refuses what is no time, and is none the worse for it', () => {
  expect(() => iso(Number.NaN)).toThrow(RangeError)
  expect(() => iso(8_640_000_000_000_001 + 86_400_000)).toThrow(RangeError)
  expect(iso(0)).toBe('1970-01-01T00:00:00.000Z')
})
