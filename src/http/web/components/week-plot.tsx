type WeekPlotProps = {
  title: string
  /** When each week began, in milliseconds. */
  weeks: readonly number[]
  values: readonly number[]
  /** The height of the plot, where several are compared. */
  top?: number | undefined
  small?: boolean | undefined
}

/** Of the room that a week has; the rest is between it and the next. */
const barShare = 0.8
/** A name that begins here would reach out of the plot, and on a phone out of its panel. */
const weeksAtEdge = 2
const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/**
 * A bar a week, as wide as there is room for: only what is across is a share of the whole, so that letters stay as large as
 * others. What it says as a whole is said in words to those who do not see it.
 */
export function WeekPlot({ title, weeks, values, top, small = false }: WeekPlotProps) {
  const height = small ? 32 : 144
  const most = Math.max(1, top ?? 0, ...values)
  const sum = values.reduce((all, value) => all + value, 0)
  const across = (count: number): string => `${((100 * count) / weeks.length).toFixed(3)}%`
  const label = `${title}: ${sum} in all, at most ${Math.max(0, ...values)} in a week`
  return (
    <svg class="week-plot" width="100%" height={height + (small ? 2 : 22)} role="img" aria-label={label}>
      <line class="plot-ground" x1="0" y1={height + 0.5} x2="100%" y2={height + 0.5} />
      {values.map((value, at) => {
        const size = value === 0 ? 0 : Math.max(2, (value / most) * (height - 4))
        return (
          <rect
            key={at}
            class="week-bar"
            x={across(at)}
            y={height - size}
            width={across(barShare)}
            height={size}
            rx="1"
          >
            <title>{`Week of ${dayFormat.format(weeks[at] ?? 0)}: ${value}`}</title>
          </rect>
        )
      })}
      {!small && <MonthNames weeks={weeks} across={across} y={height + 16} />}
    </svg>
  )
}

type MonthNamesProps = { weeks: readonly number[]; across: (count: number) => string; y: number }

/** Under the first week of each month, but for one that the plot begins in the middle of. */
function MonthNames({ weeks, across, y }: MonthNamesProps) {
  const names = weeks.map((week) => monthFormat.format(week))
  const starts = weeks.flatMap((_, at) => (at > 0 && names[at] !== names[at - 1] ? [at] : []))
  return (
    <>
      {starts.map((at, month) => {
        const isAtEdge = weeks.length - at <= weeksAtEdge
        // On a phone there is room for every other one: the newest is among them.
        const isOdd = (starts.length - month) % 2 === 0
        return (
          <text
            key={at}
            class={isOdd ? 'week-month week-month-odd' : 'week-month'}
            x={across(isAtEdge ? weeks.length : at)}
            y={y}
            text-anchor={isAtEdge ? 'end' : undefined}
          >
            {names[at]}
          </text>
        )
      })}
    </>
  )
}
