import { pipelineUrl } from '../ci-urls.ts'
import type { RepoName } from '../code-urls.ts'
import { durationText } from './duration-text.ts'
import { Panel } from './panel.tsx'
import type { ListedPipeline } from './pipeline-row.tsx'
import { StatusLabel, statusWord } from './status-label.tsx'
import { Table } from './table.tsx'

type Ended = ListedPipeline & { durationMs: number }

const height = 72
const step = 10
/** A few pipelines stay bars, and do not become walls. */
const fewestPlaces = 20
/** Under the ground line: a mark for what did not succeed, so that the colour is not all there is. */
const foot = 8

/**
 * How the last ones went and how long they took, the newest at the right. What was canceled, by somebody or by a newer
 * commit, says neither.
 */
export function PipelineTrend({ repo, pipelines }: { repo: RepoName; pipelines: readonly ListedPipeline[] }) {
  const ended = pipelines.filter(hasEnded).toReversed()
  if (ended.length < 2) return null
  const good = ended.filter(({ status }) => status === 'success')
  const share = Math.round((good.length / ended.length) * 100)
  const middle = median(ended.map(({ durationMs }) => durationMs))
  const longest = Math.max(1, ...ended.map(({ durationMs }) => durationMs))
  return (
    <Panel title="Trend" note={`The last ${ended.length} finished, newest on the right`}>
      <div class="trend">
        <dl class="trend-figures">
          <div>
            <dt>Passed</dt>
            <dd>{share} %</dd>
          </div>
          <div>
            <dt>Typical duration</dt>
            <dd>{durationText(middle)}</dd>
          </div>
          <div>
            <dt>Longest</dt>
            <dd>{durationText(longest)}</dd>
          </div>
        </dl>
        <Bars pipelines={ended} longest={longest} summary={`${good.length} of ${ended.length} passed`} />
      </div>
      <details class="disclosure trend-table">
        <summary>As a table</summary>
        <Table
          caption="Durations of the last pipelines"
          columns={[
            {
              key: 'number',
              head: 'Pipeline',
              names: true,
              cell: (one: Ended) => <a href={pipelineUrl(repo, one.id)}>#{one.number}</a>,
            },
            { key: 'status', head: 'State', grow: true, cell: ({ status }) => <StatusLabel status={status} /> },
            { key: 'time', head: 'Duration', align: 'end', cell: ({ durationMs }) => durationText(durationMs) },
          ]}
          rows={ended.toReversed()}
          rowKey={({ id }) => id}
        />
      </details>
    </Panel>
  )
}

function hasEnded(one: ListedPipeline): one is Ended {
  return one.durationMs !== null && !one.isRunning && one.status !== 'canceled'
}

function Bars({ pipelines, longest, summary }: { pipelines: readonly Ended[]; longest: number; summary: string }) {
  const width = Math.max(pipelines.length, fewestPlaces) * step
  const left = width - pipelines.length * step + 1
  return (
    <svg
      class="trend-plot"
      viewBox={`0 0 ${width} ${height + foot}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby="trend-title trend-text"
    >
      <title id="trend-title">Duration of the last pipelines</title>
      <desc id="trend-text">{`${summary}. The longest took ${durationText(longest)}. All numbers are in the table.`}</desc>
      <line class="plot-ground" x1="0" y1={height} x2={width} y2={height} />
      {pipelines.map((one, at) => {
        const size = Math.max(3, (one.durationMs / longest) * (height - 4))
        const look = one.status === 'success' ? 'good' : 'bad'
        return (
          <g key={one.id} class={`trend-${look}`}>
            <title>{`#${one.number}: ${statusWord(one.status)}, ${durationText(one.durationMs)}`}</title>
            <rect x={left + at * step} y={height - size} width={step - 2} height={size} />
            {look === 'bad' && <rect x={left + at * step} y={height + 3} width={step - 2} height={foot - 3} />}
          </g>
        )
      })}
    </svg>
  )
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
