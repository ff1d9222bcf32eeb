import type { CloneUrls } from '../clone-urls.ts'
import { codeUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { CloneBox } from '../components/clone-box.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ForkButton, ForkedFrom } from '../components/fork-button.tsx'
import { Panel } from '../components/panel.tsx'
import { StarButton } from '../components/star-button.tsx'
import { WatchMenu } from '../components/watch-menu.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type RepoEmptyProps = { chrome: Chrome; repo: RepoHead; description: string; urls: CloneUrls }

/** Nothing was pushed yet: shows how, with this very address and branch. */
export function RepoEmptyView({ chrome, repo, description, urls }: RepoEmptyProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo}>
      <PageHead
        title={repo.slug}
        lead={description === '' ? 'Nothing has been pushed here yet.' : description}
        actions={
          <>
            {repo.can.push && (
              <LinkButton href={codeUrl(repo, 'new', repo.defaultBranch)} icon="plus">
                New file
              </LinkButton>
            )}
            {repo.can.push && (
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
      {repo.can.push ? (
        <PushLesson repo={repo} urls={urls} />
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

function PushLesson({ repo, urls }: { repo: RepoHead; urls: CloneUrls }) {
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
  return (
    <div class="lesson">
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
    </div>
  )
}

/** A branch may be called anything; a shell takes it as one word. */
function quoted(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`
}
