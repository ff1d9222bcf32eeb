import { shortSha } from '../../../core/sha.ts'
import { codeUrl, commitUrl, repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { CiTabs } from '../components/ci-tabs.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { ConfigCheck, type ShownCheck } from '../components/config-check.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import type { LineText } from '../components/line-html.ts'
import { Panel } from '../components/panel.tsx'
import { SourceLines } from '../components/source-lines.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type CiConfigProps = {
  chrome: Chrome
  repo: RepoHead
  mode: 'easy' | 'power' | 'none'
  path: string | null
  /** The commit that it was read from. */
  commit: string | null
  lines: readonly LineText[]
  check: ShownCheck
  /** When it is run by the clock; null where that is not planned. */
  nextRunAt: string | null
}

export const starter = `version: 1
jobs:
  test:
    steps:
      - name: say hello
        run: echo "It works"
`

export function CiConfigView(props: CiConfigProps) {
  const { chrome, repo, mode, check, nextRunAt } = props
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Configuration of pipelines">
      <div class="stack-wide">
        <CiTabs repo={repo} path={chrome.path} />
        <PageHead
          title="Configuration"
          lead={leads[mode]}
          actions={repo.can.configure && repo.can.push && mode === 'easy' && <EditLink repo={repo}>Edit</EditLink>}
        />
        {mode !== 'none' && <ConfigCheck check={check} linked={mode === 'easy'} />}
        {nextRunAt !== null && (
          <p>
            Runs next by its schedule <Time at={nextRunAt} isDue />.
          </p>
        )}
        {mode === 'none' ? <Nothing repo={repo} /> : <File {...props} />}
      </div>
    </RepoFrame>
  )
}

const leads = {
  easy: 'What pipelines do and when they run.',
  power: 'A program in this repository defines the pipelines. This is its entry point.',
  none: 'A file in the repository defines what pipelines do and when they run.',
}

function EditLink({ repo, children }: { repo: RepoHead; children: string }) {
  return (
    <LinkButton href={`${repoUrl(repo)}/ci/config/edit`} icon="pencil" tone="primary">
      {children}
    </LinkButton>
  )
}

function File({ repo, path, commit, lines }: CiConfigProps) {
  return (
    <section class="panel blob" aria-label="File">
      <div class="blob-bar">
        <code class="break">{path}</code>
        {commit !== null && (
          <span class="muted">
            as of{' '}
            <a href={commitUrl(repo, commit)}>
              <code>{shortSha(commit)}</code>
            </a>
          </span>
        )}
        {commit !== null && path !== null && (
          <div class="blob-tools">
            <LinkButton size="small" href={codeUrl(repo, 'commits', commit, path)} icon="history">
              History
            </LinkButton>
            <LinkButton size="small" href={codeUrl(repo, 'blob', commit, path)} icon="file-code">
              View file
            </LinkButton>
          </div>
        )}
      </div>
      {lines.length === 0 ? <EmptyState icon="file" title="There is nothing to show" /> : <SourceLines lines={lines} />}
    </section>
  )
}

function Nothing({ repo }: { repo: RepoHead }) {
  return (
    <Panel flush>
      <EmptyState
        icon="workflow"
        title="No pipelines yet"
        action={repo.can.configure && repo.can.push && <EditLink repo={repo}>Write the file</EditLink>}
      >
        <p>
          Put a file <code>.svc-ci.yml</code> into the root of the repository. It runs with each push.
        </p>
        <CodeBlock code={starter} label="example of a configuration" />
      </EmptyState>
    </Panel>
  )
}
