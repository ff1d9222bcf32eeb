import { LinkButton } from './button.tsx'
import { Panel } from './panel.tsx'
import { Row, RowList } from './row-list.tsx'
import { Time } from './time.tsx'

export type ShownArtifact = { id: string; name: string; job: string; size: string; expiresAt: string | null }

/** What the jobs left to be taken along. */
export function PipelineFiles({ at, artifacts }: { at: string; artifacts: readonly ShownArtifact[] }) {
  if (artifacts.length === 0) return null
  return (
    <Panel title="Artifacts" flush>
      <RowList label="Artifacts">
        {artifacts.map(({ id, name, job, size, expiresAt }) => (
          <Row
            key={id}
            icon="package"
            title={<span class="break">{name}</span>}
            meta={
              <>
                <span class="break">from {job}</span>
                <span>{size}</span>
                {expiresAt !== null && (
                  <span>
                    expires <Time at={expiresAt} />
                  </span>
                )}
              </>
            }
            actions={
              <LinkButton size="small" icon="download" href={`${at}/artifacts/${id}`} label={`Download ${name}`}>
                Download
              </LinkButton>
            }
          />
        ))}
      </RowList>
    </Panel>
  )
}
