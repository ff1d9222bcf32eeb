import type { Contributors } from '../../../features/repos/list-contributors.ts'
import { archiveUrl, codeUrl, releaseUrl, repoUrl } from '../code-urls.ts'
import { CloneBox } from '../components/clone-box.tsx'
import { ContributorName } from '../components/contributor-name.tsx'
import { ForkedFrom } from '../components/fork-button.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { LanguageBar } from '../components/language-bar.tsx'
import { MirrorOf } from '../components/mirror-of.tsx'
import { Panel } from '../components/panel.tsx'
import type { RefChoices, ShownRef } from '../components/ref-switcher.tsx'
import { StatusLabel } from '../components/status-label.tsx'
import { Time } from '../components/time.tsx'
import type { RepoHead } from '../layout/repo-frame.tsx'
import type { RepoAbout } from './repo-tree.tsx'

type RepoSideProps = {
  repo: RepoHead
  current: ShownRef
  about: RepoAbout
  commitCount: number | null
  refs: RefChoices
  /** Where what is still counted can be had. */
  wholeHref: string | null
}

/** The column beside the files: what this is, and how to take it along. */
export function RepoSide({ repo, current, about, commitCount, refs, wholeHref }: RepoSideProps) {
  return (
    <aside class="column-side" aria-label="About this repository">
      <Panel
        title="About"
        actions={
          repo.can.configure && (
            <a href={`${repoUrl(repo)}/settings`} aria-label="Edit the details of this repository">
              Edit
            </a>
          )
        }
      >
        <div class="side-stack">
          <p class={about.description === '' ? 'muted break' : 'break'}>{about.description || 'No description.'}</p>
          {about.topics.length > 0 && <Topics topics={about.topics} />}
          <ForkedFrom repo={repo} />
          <MirrorOf repo={repo} />
          <ul class="side-counts" role="list">
            <SideCount
              icon="history"
              href={codeUrl(repo, 'commits', current.address)}
              count={commitCount}
              noun="commit"
              id="commit-count"
              wholeHref={wholeHref}
            />
            <SideCount
              icon="git-branch"
              href={`${repoUrl(repo)}/branches`}
              count={refs.branches.total}
              noun="branch"
              plural="branches"
            />
            <SideCount icon="tag" href={`${repoUrl(repo)}/tags`} count={refs.tags.total} noun="tag" />
            <SideCount icon="repo-forked" href={`${repoUrl(repo)}/forks`} count={repo.forks} noun="fork" />
          </ul>
        </div>
      </Panel>
      <Panel title="Clone">
        <div class="side-stack">
          <CloneBox urls={about.urls} />
          <p class="side-downloads">
            <Icon name="download" />
            <span>
              Download as <a href={archiveUrl(repo, current.address, 'zip')}>.zip</a> or{' '}
              <a href={archiveUrl(repo, current.address, 'tar.gz')}>.tar.gz</a>
            </span>
          </p>
        </div>
      </Panel>
      {repo.ci?.status && (
        <Panel title="Pipeline">
          <p class="side-pipeline">
            <a class="quiet-link" href={`${repoUrl(repo)}/ci/pipelines`}>
              <StatusLabel status={repo.ci.status} />
            </a>
            <span class="muted break">on {repo.defaultBranch}</span>
          </p>
        </Panel>
      )}
      {about.latest && (
        <Panel title="Latest release">
          <div class="side-stack">
            <p class="break">
              <a href={releaseUrl(repo, about.latest.tag)}>
                <strong>{about.latest.name}</strong>
              </a>
            </p>
            <p class="muted">
              <code class="break">{about.latest.tag}</code>, <Time at={about.latest.publishedAt} />
            </p>
          </div>
        </Panel>
      )}
      {about.languages === 'counting' ? (
        <Counting title="Languages" id="languages" at={wholeHref} />
      ) : (
        about.languages.length > 0 && (
          <Panel title="Languages" id="languages">
            <LanguageBar parts={about.languages} />
          </Panel>
        )
      )}
      {about.contributors === 'counting' ? (
        <Counting title="Contributors" id="contributors" at={wholeHref} />
      ) : (
        about.contributors !== null && <ContributorsPanel repo={repo} contributors={about.contributors} />
      )}
    </aside>
  )
}

function Topics({ topics }: { topics: readonly string[] }) {
  return (
    <ul class="topics" role="list" aria-label="Topics">
      {topics.map((topic) => (
        <li key={topic}>
          <a href={`/search?q=${encodeURIComponent(topic)}`}>{topic}</a>
        </li>
      ))}
    </ul>
  )
}

/** A script puts the panel in when it is there. */
function Counting({ title, id, at }: { title: string; id: string; at: string | null }) {
  return (
    <Panel title={title} id={id}>
      <p class="muted" data-late-at={at}>
        They are being counted. Reload in a moment to see them.
      </p>
    </Panel>
  )
}

function ContributorsPanel({ repo, contributors }: { repo: RepoHead; contributors: Contributors }) {
  const { first, total } = contributors
  const others = total - first.length
  return (
    <Panel title="Contributors" id="contributors" actions={<a href={`${repoUrl(repo)}/contributors`}>Activity</a>}>
      <ol class="side-contributors" role="list">
        {first.map(({ name, username, commits }, at) => (
          <li key={at}>
            <ContributorName name={name} username={username} />
            <span class="muted">
              {commits.toLocaleString('en')} <span class="sr-only">{commits === 1 ? 'commit' : 'commits'}</span>
            </span>
          </li>
        ))}
        {others > 0 && <li class="muted">and {others.toLocaleString('en')} more</li>}
      </ol>
    </Panel>
  )
}

type SideCountProps = {
  icon: IconName
  href: string
  /** Null where it is still counted: then it can be had at `wholeHref`, and is put into what has this id. */
  count: number | null
  noun: string
  plural?: string | undefined
  id?: string
  wholeHref?: string | null
}

function SideCount({ icon, href, count, noun, plural = `${noun}s`, id, wholeHref }: SideCountProps) {
  return (
    <li id={id} data-late-at={count === null ? wholeHref : undefined}>
      <a class="quiet-link with-icon" href={href}>
        <Icon name={icon} />
        <span>
          {count !== null && <strong>{count.toLocaleString('en')} </strong>}
          {count === 1 ? noun : plural}
        </span>
      </a>
    </li>
  )
}
