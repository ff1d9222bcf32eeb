import { Badge, type BadgeTone } from '../components/badge.tsx'
import { type Fact, Facts } from '../components/facts.tsx'
import type { IconName } from '../components/icon.tsx'
import { Panel } from '../components/panel.tsx'
import { Plot, type Series } from '../components/plot.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type OverviewCount = { label: string; value: number; href?: string | undefined; note?: string | undefined }

export type OverviewPlot = { title: string; series: Series; kind: 'bar' | 'line'; summary: string }

export type HealthEntry = { name: string; state: 'ok' | 'warning' | 'down'; detail: string; href?: string | undefined }

export type AdminOverviewProps = {
  chrome: Chrome
  counts: readonly OverviewCount[]
  plots: readonly OverviewPlot[]
  health: readonly HealthEntry[]
  /** Version, database, data folder, uptime… */
  facts: readonly Fact[]
}

const healthLooks = {
  ok: { tone: 'open', icon: 'check-circle', word: 'Fine' },
  warning: { tone: 'warning', icon: 'alert', word: 'Needs attention' },
  down: { tone: 'failed', icon: 'x-circle', word: 'Down' },
} satisfies Record<HealthEntry['state'], { tone: BadgeTone; icon: IconName; word: string }>

export function AdminOverviewView({ chrome, counts, plots, health, facts }: AdminOverviewProps) {
  return (
    <AdminFrame chrome={chrome} title="Overview">
      <ul class="figures" role="list" aria-label="Counts">
        {counts.map((count) => (
          <Figure key={count.label} count={count} />
        ))}
      </ul>
      {plots.length > 0 && (
        <div class="plots">
          {plots.map((plot) => (
            <Panel key={plot.title} title={plot.title} note={plot.summary}>
              <Plot title={plot.title} series={plot.series} kind={plot.kind} />
              <PlotAxis series={plot.series} />
            </Panel>
          ))}
        </div>
      )}
      <div class="two-columns two-even">
        <Panel title="Health" flush>
          <RowList label="Health">
            {health.map((entry) => (
              <HealthRow key={entry.name} entry={entry} />
            ))}
          </RowList>
        </Panel>
        <Panel title="This machine">
          <Facts facts={facts} />
        </Panel>
      </div>
    </AdminFrame>
  )
}

function Figure({ count }: { count: OverviewCount }) {
  return (
    <li class="figure">
      <span class="figure-label">
        {count.href === undefined ? count.label : <a href={count.href}>{count.label}</a>}
      </span>
      <span class="figure-value">{count.value.toLocaleString('en')}</span>
      {count.note !== undefined && <span class="figure-note">{count.note}</span>}
    </li>
  )
}

function PlotAxis({ series }: { series: Series }) {
  const first = series.at(0)
  const last = series.at(-1)
  if (first === undefined || last === undefined) return null
  return (
    <p class="plot-axis" aria-hidden="true">
      <span>{first.label}</span>
      <span>{last.label}</span>
    </p>
  )
}

function HealthRow({ entry }: { entry: HealthEntry }) {
  const look = healthLooks[entry.state]
  return (
    <Row
      title={
        entry.href === undefined ? (
          <strong>{entry.name}</strong>
        ) : (
          <a class="row-link" href={entry.href}>
            {entry.name}
          </a>
        )
      }
      meta={<span class="break">{entry.detail}</span>}
      actions={
        <Badge tone={look.tone} icon={look.icon}>
          {look.word}
        </Badge>
      }
    />
  )
}
