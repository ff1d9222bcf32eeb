type WeekPlotProps = {
  title: string
  /** When each week began, in milliseconds. */
  weeks: readonly number[]
  values: readonly number[]
  /** The height of the plot, where several are compared. */
  top?: number | undefined
  small?: boolean | undefined
}

const barWidth = 12
const gap = 3
const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** A bar a week. What it says as a whole is said in words to those who do not see it. */
export function WeekPlot({ title, weeks, values, top, small = false }: WeekPlotProps) {
  const height = small ? 48 : 120
  const most = Math.max(1, top ?? 0, ...values)
  const sum = values.reduce((all, value) => all + value, 0)
  const width = weeks.length * (barWidth + gap)
  const label = `${title}: ${sum} in all, at most ${Math.max(0, ...values)} in a week`
  const plot = (
    <svg class="week-plot" viewBox={`0 0 ${width} ${height + (small ? 2 : 22)}`} role="img" aria-label={label}>
      <line class="plot-ground" x1="0" y1={height + 0.5} x2={width} y2={height + 0.5} />
      {values.map((value, at) => {
        const size = value === 0 ? 0 : Math.max(2, (value / most) * (height - 4))
        return (
          <rect
            key={at}
            class="week-bar"
            x={at * (barWidth + gap)}
            y={height - size}
            width={barWidth}
            height={size}
            rx="1"
          >
            <title>{`Week of ${dayFormat.format(weeks[at] ?? 0)}: ${value}`}</title>
          </rect>
        )
      })}
      {!small && weeks.map((week, at) => <MonthName key={at} weeks={weeks} at={at} week={week} y={height + 16} />)}
    </svg>
  )
  // On a phone it is moved to and fro: smaller, nobody could read it.
  return small ? (
    plot
  ) : (
    <div class="week-scroll" tabindex={0} role="group" aria-label={title}>
      {plot}
    </div>
  )
}

/** Under the first week of each month, but for one that the plot begins in the middle of. */
function MonthName({ weeks, at, week, y }: { weeks: readonly number[]; at: number; week: number; y: number }) {
  const before = weeks[at - 1]
  if (before === undefined || monthFormat.format(before) === monthFormat.format(week)) return null
  return (
    <text class="week-month" x={at * (barWidth + gap)} y={y}>
      {monthFormat.format(week)}
    </text>
  )
}
