import { type RepoName, repoUrl } from '../code-urls.ts'
import { Facts } from './facts.tsx'
import { Panel } from './panel.tsx'
import { StatusLabel } from './status-label.tsx'

export type GateFacts = {
  passed: boolean
  /** A sentence for people. */
  reason: string | null
  counts: readonly { label: string; value: number }[]
}

/** What the check of the components said. */
export function PipelineGate({ repo, sha, gate }: { repo: RepoName; sha: string; gate: GateFacts }) {
  const { passed, reason, counts } = gate
  return (
    <Panel title="SBOM gate" actions={<StatusLabel status={passed ? 'success' : 'failed'} />}>
      <div class="side-stack">
        {reason !== null && <p class="break">{reason}</p>}
        {counts.length > 0 && (
          <Facts facts={counts.map(({ label, value }) => ({ label, value: value.toLocaleString('en') }))} />
        )}
        <p>
          <a href={`${repoUrl(repo)}/sbom?ref=${sha}`}>All components</a>
        </p>
      </div>
    </Panel>
  )
}
