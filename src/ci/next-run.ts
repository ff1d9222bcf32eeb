import { Cron } from 'croner'

/** Minute, hour, day of month, month, day of week. Letters are for JAN and MON; what else cron dialects know is not. */
const shape = /^(?:[0-9*,/-]{1,60} ){3}[0-9A-Za-z*,/-]{1,60} [0-9A-Za-z*,/-]{1,60}$/
const leastMinutes = 5

/** When a schedule comes next after a time, in milliseconds, UTC; null when never. */
export function nextRun(schedule: string, after: number): number | null {
  return openCron(schedule)?.nextRun(new Date(after))?.getTime() ?? null
}

/** Why a schedule cannot be kept, as the end of a sentence about it; null where it can. */
export function whyBadSchedule(schedule: string, now: number): string | null {
  const cron = shape.test(schedule) ? openCron(schedule) : null
  if (cron === null) return 'is no schedule of five fields, such as «0 3 * * *» (minute, hour, day, month, weekday)'
  const [minutes = '', hours = ''] = schedule.split(' ')
  if (isTooOften(numbersOf(minutes, 60), numbersOf(hours, 24)))
    return `comes more often than every ${leastMinutes} minutes`
  if (cron.nextRun(new Date(now)) === null) return 'never comes'
  return null
}

function openCron(schedule: string): Cron | null {
  try {
    return new Cron(schedule, { timezone: 'UTC', paused: true, mode: '5-part' })
  } catch {
    return null
  }
}

/** Midnight is taken to follow eleven in the evening, as if every day counted. */
function isTooOften(minutes: readonly number[], hours: readonly number[]): boolean {
  if (minutes.some((minute, at) => at > 0 && minute - (minutes[at - 1] ?? 0) < leastMinutes)) return true
  const adjacent = hours.some((hour) => hours.includes((hour + 1) % 24))
  return adjacent && 60 - (minutes.at(-1) ?? 0) + (minutes[0] ?? 0) < leastMinutes
}

/** A field that has been found right already: "*", "3", "1-5", "1,2" and steps of them. */
function numbersOf(field: string, count: number): readonly number[] {
  const numbers = new Set<number>()
  for (const part of field.split(',')) {
    const [range = '', step] = part.split('/')
    const [first = '', last] = range.split('-')
    const from = first === '*' ? 0 : Number(first)
    const to = first === '*' ? count - 1 : Number(last ?? first)
    for (let number = from; number <= to; number += Math.max(1, Number(step ?? 1))) numbers.add(number)
  }
  return [...numbers].toSorted((a, b) => a - b)
}
