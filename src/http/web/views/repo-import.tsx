import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { SourceFields, sourceFieldNames } from '../components/source-fields.tsx'
import { TrackerField, trackerFieldName } from '../components/tracker-field.tsx'
import { type ShownTracker, TrackerProgress } from '../components/tracker-progress.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import type { ImportForm } from './repo-empty.tsx'

export type RepoImportProps = {
  chrome: Chrome
  repo: RepoHead
  /** Null where the commits came otherwise. */
  url: string | null
  tracker: ShownTracker | null
  form: ImportForm
}

/** How far an import is when the commits are there, and another try where the rest did not come. */
export function RepoImportView({ chrome, repo, url, tracker, form }: RepoImportProps) {
  const isOnWay = tracker?.state === 'running' || tracker?.state === 'waiting'
  const mayTry = tracker === null || tracker.state === 'failed' || Object.keys(form.errors).length > 0
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Import">
      <div class="narrow stack-wide">
        <PageHead
          title="Import"
          lead={
            url === null ? (
              'Issues and pull requests of another server.'
            ) : (
              <>
                From <code class="break">{url}</code>
              </>
            )
          }
          actions={
            <LinkButton href={`${repoUrl(repo)}/issues`} icon="issue-opened">
              Issues
            </LinkButton>
          }
        />
        {tracker !== null && (
          <Panel title="Issues and pull requests" id="tracker">
            <div id="tracker-progress" class="stack" data-live data-waits={isOnWay ? '' : undefined}>
              {tracker.state === 'failed' && (
                <Notice tone="danger" word="It was broken off.">
                  {tracker.error}. What has come stays, and the next try goes on from there.
                </Notice>
              )}
              <TrackerProgress tracker={tracker} />
              {isOnWay && <p class="muted">This page follows by itself, and nobody is told of what comes.</p>}
            </div>
          </Panel>
        )}
        {mayTry && !isOnWay && !repo.can.configure && (
          <p class="muted">A maintainer can bring issues and pull requests of another server here.</p>
        )}
        {mayTry && !isOnWay && repo.can.configure && (
          <Panel title={tracker === null ? 'Bring issues and pull requests' : 'Try again'}>
            <form method="post" action={`${repoUrl(repo)}/import`} class="form">
              <FormErrorSummary errors={form.errors} fields={{ ...sourceFieldNames, ...trackerFieldName }} />
              <SourceFields
                values={form.values}
                errors={form.errors}
                password="For the API of that server. Kept sealed until all is here."
              />
              <TrackerField value={form.values.tracker} errors={form.errors} />
              <div class="form-actions">
                <Button tone="primary">{tracker === null ? 'Import' : 'Try again'}</Button>
              </div>
            </form>
          </Panel>
        )}
      </div>
    </RepoFrame>
  )
}
