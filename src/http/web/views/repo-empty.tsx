import { fileSize } from '../../../core/file-size.ts'
import type { CloneUrls } from '../clone-urls.ts'
import { codeUrl, repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CloneBox } from '../components/clone-box.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ForkButton, ForkedFrom } from '../components/fork-button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { MirrorOf } from '../components/mirror-of.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { SourceFields, type SourceValues, sourceFieldNames } from '../components/source-fields.tsx'
import { StarButton } from '../components/star-button.tsx'
import { Time } from '../components/time.tsx'
import { TrackerField, trackerFieldName } from '../components/tracker-field.tsx'
import { type ShownTracker, TrackerProgress } from '../components/tracker-progress.tsx'
import { WatchMenu } from '../components/watch-menu.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

/** How it is brought from another server, as long as it is not there. */
export type ShownImport =
  | { state: 'running'; url: string; bytes: number; since: string; tracker: ShownTracker | null }
  | { state: 'failed'; url: string; error: string }

export type ImportForm = {
  import: ShownImport | null
  values: SourceValues & { tracker: string }
  errors: FormErrors
}

export type RepoEmptyProps = {
  chrome: Chrome
  repo: RepoHead
  description: string
  urls: CloneUrls
  /** Null for those who may not write to it. */
  source: ImportForm | null
  /** Why what it follows has not come, for those who can do something about it. */
  failure?: string | null | undefined
}

/** Nothing was pushed yet: shows how, with this very address and branch. */
export function RepoEmptyView({ chrome, repo, description, urls, source, failure = null }: RepoEmptyProps) {
  const isArriving = source?.import?.state === 'running'
  return (
    <RepoFrame chrome={chrome} repo={repo}>
      <PageHead
        title={repo.slug}
        lead={description !== '' ? description : leadOf(repo, isArriving)}
        actions={
          <>
            {repo.can.push && !isArriving && (
              <LinkButton href={codeUrl(repo, 'new', repo.defaultBranch)} icon="plus">
                New file
              </LinkButton>
            )}
            {repo.can.push && !isArriving && (
              <LinkButton href={codeUrl(repo, 'upload', repo.defaultBranch)} icon="upload">
                Upload files
              </LinkButton>
            )}
            <ForkButton repo={repo} />
            <WatchMenu repo={repo} />
            <StarButton repo={repo} />
          </>
        }
      />
      <ForkedFrom repo={repo} />
      <MirrorOf repo={repo} />
      {source?.import?.state === 'running' ? (
        <ImportProgress {...source.import} />
      ) : source !== null ? (
        <PushLesson repo={repo} urls={urls} source={source} />
      ) : repo.mirrorOf !== null ? (
        <MirrorProgress repo={repo} failure={failure} />
      ) : (
        <Panel>
          <EmptyState icon="repo" title="This repository is empty">
            <p>Nothing has been pushed yet. Files appear here after the first push.</p>
          </EmptyState>
        </Panel>
      )}
    </RepoFrame>
  )
}

/** Nobody can push to what follows another. */
function leadOf({ mirrorOf }: RepoHead, isArriving: boolean): string | undefined {
  if (mirrorOf !== null) return undefined
  return isArriving ? 'It is on its way.' : 'Nothing has been pushed here yet.'
}

function ImportProgress({ url, bytes, since, tracker }: Extract<ShownImport, { state: 'running' }>) {
  return (
    <Panel>
      <div id="import" data-live data-waits>
        <EmptyState icon="download" title="The repository is being imported">
          <p>
            From <code class="break">{url}</code>, begun <Time at={since} />.
          </p>
          <p role="status">
            {bytes === 0 ? 'The server there is getting it ready.' : `${fileSize(bytes)} have come.`} This page follows
            by itself.
          </p>
          {tracker !== null && <TrackerProgress tracker={tracker} />}
        </EmptyState>
      </div>
    </Panel>
  )
}

function MirrorProgress({ repo, failure }: { repo: RepoHead; failure: string | null }) {
  const settings = `${repoUrl(repo)}/settings/mirror`
  return (
    <Panel>
      <div id="mirror" data-live data-waits={failure === null ? '' : undefined}>
        {failure === null ? (
          <EmptyState icon="mirror" title="Nothing has come yet">
            <p role="status">What is there is on its way. This page follows by itself.</p>
          </EmptyState>
        ) : (
          <EmptyState icon="mirror" title="Nothing has come">
            <p class="break">{failure}</p>
            <p>
              It is tried again by itself. <a href={settings}>The settings</a> say when, and what is followed.
            </p>
          </EmptyState>
        )}
      </div>
    </Panel>
  )
}

function ImportPanel({ repo, source }: { repo: RepoHead; source: ImportForm }) {
  const failed = source.import?.state === 'failed' ? source.import : null
  return (
    <Panel title="Import from another server" id="import">
      <form method="post" action={`${repoUrl(repo)}/import`} class="form">
        {failed !== null && (
          <Notice tone="danger" word="The import failed.">
            {failed.error}
          </Notice>
        )}
        <FormErrorSummary errors={source.errors} fields={{ ...sourceFieldNames, ...trackerFieldName }} />
        <SourceFields
          values={source.values}
          errors={source.errors}
          password={
            repo.can.configure
              ? 'Kept nowhere, unless issues are to come: then sealed, until they are here.'
              : 'Kept nowhere.'
          }
        />
        {repo.can.configure && <TrackerField value={source.values.tracker} errors={source.errors} />}
        <div class="form-actions">
          <Button tone={failed === null ? 'default' : 'primary'}>{failed === null ? 'Import' : 'Try again'}</Button>
        </div>
      </form>
    </Panel>
  )
}

function PushLesson({ repo, urls, source }: { repo: RepoHead; urls: CloneUrls; source: ImportForm }) {
  const branch = quoted(repo.defaultBranch)
  const begin = [
    `echo "# ${repo.slug}" > README.md`,
    `git init -b ${branch}`,
    'git add README.md',
    'git commit -m "First commit"',
    `git remote add origin ${urls.https}`,
    `git push -u origin ${branch}`,
  ]
  const existing = [
    `git remote add origin ${urls.https}`,
    `git branch -M ${branch}`,
    `git push -u origin ${branch}`,
    'git push origin --tags',
  ]
  const isTried = source.import !== null || Object.keys(source.errors).length > 0
  return (
    <div class="lesson">
      {isTried && <ImportPanel repo={repo} source={source} />}
      <Panel title="Address">
        <CloneBox urls={urls} />
        <p class="field-hint">
          Over HTTP, git asks for a name and a password: use a <a href="/settings/tokens">token</a> with{' '}
          <code>repo:write</code> as the password.
          {urls.ssh !== null && (
            <>
              {' '}
              Over SSH, git uses one of your <a href="/settings/ssh-keys">keys</a>.
            </>
          )}
        </p>
      </Panel>
      <Panel title="Create a new repository">
        <CodeBlock code={begin.join('\n')} label="commands for a new repository" />
      </Panel>
      <Panel title="Push an existing repository">
        <CodeBlock code={existing.join('\n')} label="commands for an existing repository" />
      </Panel>
      {!isTried && <ImportPanel repo={repo} source={source} />}
    </div>
  )
}

/** A branch may be called anything; a shell takes it as one word. */
function quoted(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`
}
