import type { KeptVerdict } from '../../../features/sbom/view-sbom.ts'
import { Badge, type BadgeTone } from './badge.tsx'
import { Panel } from './panel.tsx'
import { type Column, Table } from './table.tsx'
import { Time } from './time.tsx'

export type ShownVerdict = Omit<KeptVerdict, 'at'> & { at: string }

type Finding = KeptVerdict['findings'][number]

const tones: Readonly<Record<Finding['severity'], BadgeTone>> = {
  critical: 'failed',
  high: 'warning',
  medium: 'warning',
  low: 'neutral',
  unassigned: 'neutral',
}

const words: Readonly<Record<Finding['severity'], string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  unassigned: 'Unassigned',
}

const columns: readonly Column<Finding>[] = [
  {
    key: 'id',
    head: 'Vulnerability',
    names: true,
    cell: ({ vulnerability }) => <code class="sbom-id">{vulnerability}</code>,
  },
  {
    key: 'severity',
    head: 'Severity',
    cell: ({ severity }) => (
      <Badge tone={tones[severity]} icon="alert">
        {words[severity]}
      </Badge>
    ),
  },
  {
    key: 'component',
    head: 'Component',
    cell: ({ component, version }) => (
      <code class="break">
        {component} {version}
      </code>
    ),
  },
  { key: 'title', head: 'About', grow: true, cell: ({ title }) => title || <span class="muted">—</span> },
]

/** What the gate said of this commit. */
export function SbomFindings({ judged }: { judged: ShownVerdict }) {
  const { verdict, findings, violations, at } = judged
  const isGood = verdict.result === 'PASS'
  const isUnknown = verdict.analysed === false
  const counted = verdict.critical + verdict.high + verdict.medium + verdict.low + verdict.unassigned
  return (
    <Panel
      title="Analysis"
      id="analysis"
      note={
        <>
          {verdict.reason}. <Time at={at} />
        </>
      }
      actions={
        isGood && isUnknown ? (
          <Badge icon="info">Not analysed</Badge>
        ) : (
          <Badge tone={isGood ? 'open' : 'failed'} icon={isGood ? 'check-circle' : 'x-circle'}>
            {isGood ? 'Passed' : 'Failed'}
          </Badge>
        )
      }
      flush
    >
      {findings.length > 0 && (
        <Table
          caption="Findings"
          columns={columns}
          rows={findings}
          rowKey={(one) => `${one.vulnerability} ${one.component} ${one.version}`}
        />
      )}
      {counted > findings.length && (
        <p class="list-note">
          The {findings.length} most severe of {counted} are listed.
        </p>
      )}
      {violations.length > 0 && (
        <ul class="sbom-violations" role="list" aria-label="Violated policies">
          {violations.map((one) => (
            <li key={`${one.policy} ${one.component} ${one.version}`}>
              <Badge tone={one.state === 'FAIL' ? 'failed' : 'warning'} icon="alert">
                {one.state}
              </Badge>
              <span class="break">
                {one.policy}: <code>{`${one.component} ${one.version}`}</code>
              </span>
            </li>
          ))}
        </ul>
      )}
      {findings.length === 0 && violations.length === 0 && (
        <p class="list-note">
          {isUnknown ? 'Nobody has looked for vulnerabilities in this commit.' : 'Nothing was found.'}
        </p>
      )}
    </Panel>
  )
}
