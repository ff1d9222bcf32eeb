import { iso } from '../../../core/iso-time.ts'

const units: readonly { unit: string; seconds: number }[] = [
  { unit: 'year', seconds: 365 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
]

export function relativeTime(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000)
  if (Number.isNaN(seconds)) return at
  const distance = Math.abs(seconds)
  const fitting = units.find((candidate) => distance >= candidate.seconds)
  // Clocks differ a little between machines: nothing happens "in 3 seconds".
  if (fitting === undefined) return seconds > 0 && distance > 20 ? 'in a moment' : 'just now'
  const count = seconds / fitting.seconds
  // The past is counted in what has gone by; of the future, 90 days less a second are still 3 months.
  return count < 0
    ? `${countOf(Math.trunc(-count), fitting.unit)} ago`
    : `in ${countOf(Math.round(count), fitting.unit)}`
}

/** As `Intl.RelativeTimeFormat` says it, which takes ten times as long: a list has one for each row. */
function countOf(count: number, unit: string): string {
  return `${count < 1000 ? count : count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`
}

/** For what is still to come, even if its time has come while nobody was looking. */
export function dueTime(at: string, now: number): string {
  return Date.parse(at) - now < 60_000 ? 'in a moment' : relativeTime(at, now)
}

export function exactTime(at: string): string {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return at
  return `${iso(time).slice(0, -'.000Z'.length).replace('T', ' ')} UTC`
}

/** How long to wait. */
export function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
