import { day as dayMs } from './clock.ts'

let knownDay = Number.NaN
let dateOfDay = ''

/**
 * ISO 8601 in UTC with milliseconds, as `Date` writes it in four times as long: a list has dozens of times, most of them of
 * the day of the one before.
 */
export function iso(time: number): string {
  const day = Math.floor(time / dayMs)
  if (day !== knownDay) {
    dateOfDay = new Date(day * dayMs).toISOString().split('T', 1)[0] ?? ''
    knownDay = day
  }
  const ofDay = Math.floor(time - day * dayMs)
  const seconds = Math.floor(ofDay / 1000)
  const minutes = Math.floor(seconds / 60)
  const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`
  return `${dateOfDay}T${clock}.${String(1000 + (ofDay % 1000)).slice(1)}Z`
}

export function maybeIso(time: number | null): string | null {
  return time === null ? null : iso(time)
}

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}
