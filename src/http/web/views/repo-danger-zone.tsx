import { Button, LinkButton } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import type { RepoHead } from '../layout/repo-frame.tsx'

export type DangerZoneProps = { base: string; repo: RepoHead }

/** Each says what will happen. What loses something has a page of its own. */
export function RepoDangerZone({ base, repo }: DangerZoneProps) {
  return (
    <Panel title="Danger zone" flush>
      <RowList label="Danger zone">
        <Archiving base={base} repo={repo} />
        {repo.can.own && (
          <>
            <Row
              title={<strong>Transfer ownership</strong>}
              meta="The new owner takes over. You stay a Maintainer."
              actions={
                <LinkButton size="small" href={`${base}/transfer`}>
                  Transfer…
                </LinkButton>
              }
            />
            <Row
              title={<strong>Delete this repository</strong>}
              meta="Code, history, releases and settings are lost for good."
              actions={
                <LinkButton size="small" href={`${base}/delete`} tone="danger">
                  Delete…
                </LinkButton>
              }
            />
          </>
        )}
      </RowList>
    </Panel>
  )
}

function Archiving({ base, repo }: DangerZoneProps) {
  if (repo.isArchived) {
    return (
      <Row
        title={<strong>Unarchive this repository</strong>}
        meta="It can be changed again: pushes, releases, settings."
        actions={
          <form method="post" action={`${base}/unarchive`}>
            <Button size="small">Unarchive</Button>
          </form>
        }
      />
    )
  }
  return (
    <Row
      title={<strong>Archive this repository</strong>}
      meta="It is read-only until it is unarchived."
      actions={
        <Confirm
          id="archive-repo"
          trigger="Archive…"
          title={`Archive ${repo.owner}/${repo.slug}?`}
          action={`${base}/archive`}
          confirm="Archive"
        >
          <p>Nobody can push to it or change anything in it. Nothing is lost; you can unarchive it here.</p>
        </Confirm>
      }
    />
  )
}
