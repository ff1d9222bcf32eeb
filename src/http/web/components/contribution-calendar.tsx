import type { Contributions } from '../../../features/users/get-contributions.ts'

const cell = 11
const gap = 3
const step = cell + gap
const left = 28
const top = 18
const dayMs = 24 * 60 * 60 * 1000
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** A square a day, a column a week; the warmer, the more. */
export function ContributionCalendar({ contributions, name }: { contributions: Contributions; name: string }) {
  const { from, days, total } = contributions
  const weeks = Math.ceil(days.length / 7)
  const width = left + weeks * step
  const most = Math.max(1, ...days)
  const busy = days.filter((count) => count > 0).length
  const label = `${total.toLocaleString('en')} contributions of ${name} in the last year, on ${busy} ${busy === 1 ? 'day' : 'days'}`
  return (
    <div class="week-scroll" tabindex={0} role="group" aria-label={`Calendar of ${name}`}>
      <svg
        class="calendar"
        width={width}
        height={top + 7 * step}
        viewBox={`0 0 ${width} ${top + 7 * step}`}
        role="img"
        aria-label={label}
      >
        {['Mon', 'Wed', 'Fri'].map((word, at) => (
          <text key={word} class="week-month" x="0" y={top + (2 * at + 1) * step + 9}>
            {word}
          </text>
        ))}
        {Array.from({ length: weeks }, (_, week) => monthName(from, week)).map(
          (word, week) =>
            word !== null && (
              <text key={week} class="week-month" x={left + week * step} y="10">
                {word}
              </text>
            ),
        )}
        {days.map((count, at) => (
          <rect
            key={at}
            class={`calendar-day calendar-${levelOf(count, most)}`}
            x={left + Math.floor(at / 7) * step}
            y={top + (at % 7) * step}
            width={cell}
            height={cell}
            rx="2"
          >
            <title>{`${dayFormat.format(from + at * dayMs)}: ${count}`}</title>
          </rect>
        ))}
      </svg>
    </div>
  )
}

/** Over the first whole week of each month. */
function monthName(from: number, week: number): string | null {
  const start = from + week * 7 * dayMs
  const name = monthFormat.format(start)
  return week > 0 && name !== monthFormat.format(start - 7 * dayMs) ? name : null
}

function levelOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.min(4, Math.ceil((count / most) * 4))
}
