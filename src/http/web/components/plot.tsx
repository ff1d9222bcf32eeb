export type Series = readonly { label: string; value: number }[]

type PlotProps = { title: string; series: Series; kind?: 'bar' | 'line' | undefined }

const height = 48
const step = 10

/** A small plot for one series. The numbers themselves are there for readers by ear. */
export function Plot({ title, series, kind = 'bar' }: PlotProps) {
  const top = Math.max(1, ...series.map((point) => point.value))
  const width = Math.max(1, series.length) * step
  return (
    <svg
      class={`plot plot-${kind}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${title}: ${describe(series)}`}
    >
      <line class="plot-ground" x1="0" y1={height - 0.5} x2={width} y2={height - 0.5} />
      {kind === 'bar' ? <Bars series={series} top={top} /> : <Line series={series} top={top} />}
    </svg>
  )
}

function Bars({ series, top }: { series: Series; top: number }) {
  return (
    <>
      {series.map((point, index) => {
        const size = point.value === 0 ? 0 : Math.max(2, (point.value / top) * (height - 4))
        return (
          <rect key={point.label} x={index * step + 1} y={height - size} width={step - 2} height={size}>
            <title>{`${point.label}: ${point.value}`}</title>
          </rect>
        )
      })}
    </>
  )
}

function Line({ series, top }: { series: Series; top: number }) {
  const points = series.map((point, index) => {
    const x = index * step + step / 2
    const y = height - 2 - (point.value / top) * (height - 6)
    return `${x},${y.toFixed(1)}`
  })
  return <polyline points={points.join(' ')} />
}

function describe(series: Series): string {
  if (series.length === 0) return 'no data yet'
  return series.map((point) => `${point.label} ${point.value}`).join(', ')
}
