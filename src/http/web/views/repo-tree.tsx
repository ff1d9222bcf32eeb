import type { Contributors } from '../../../features/repos/list-contributors.ts'
import type { SafeHtml } from '../../../markup/markup.ts'
import type { CloneUrls } from '../clone-urls.ts'
import { codeUrl, searchCodeUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { type CommitSummary, LastCommit } from '../components/commit-line.tsx'
import { counted } from '../components/counted.ts'
import { FileList, type ListedEntry } from '../components/file-list.tsx'
import { FindFile } from '../components/find-file.tsx'
import { ForkButton } from '../components/fork-button.tsx'
import { Icon } from '../components/icon.tsx'
import type { LanguagePart } from '../components/language-bar.tsx'
import { ButtonMenu, MenuLink } from '../components/menu.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { PathCrumbs } from '../components/path-crumbs.tsx'
import { Prose } from '../components/prose.tsx'
import { type RefChoices, RefSwitcher, type ShownRef } from '../components/ref-switcher.tsx'
import { StarButton } from '../components/star-button.tsx'
import { Time } from '../components/time.tsx'
import { type ShownTracker, TrackerNotice } from '../components/tracker-progress.tsx'
import { type ShownStand, UpstreamStand } from '../components/upstream-stand.tsx'
import { WatchMenu } from '../components/watch-menu.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { newPullUrl, upstreamPullUrl } from '../pull-urls.ts'
import { RepoSide } from './repo-side.tsx'

export type RepoAbout = {
  description: string
  topics: readonly string[]
  urls: CloneUrls
  languages: readonly LanguagePart[] | 'counting'
  latest: { name: string; tag: string; publishedAt: string } | null
  /** Of the default branch alone. */
  contributors: Contributors | 'counting' | null
}

export type RepoTreeProps = {
  chrome: Chrome
  repo: RepoHead
  current: ShownRef
  refs: RefChoices
  path: string
  entries: readonly ListedEntry[]
  pagination: PageInfo
  /** Null where it is still looked for. */
  commit: CommitSummary | null
  /** Null where it is still counted, and below the first folder. */
  commitCount: number | null
  /** Neither where it is too large to show. */
  readme: { name: string; html: SafeHtml | null; text: string | null } | null
  /** Where what is missing can be had; null when nothing is. */
  wholeHref: string | null
  /** At the root only. */
  about: RepoAbout | null
  /** A branch that the reader has just pushed, and that nothing was made of yet. */
  fresh: { source: string; at: string } | null
  /** What is still to come from another server, for those who work here. */
  tracker: ShownTracker | null
  /** Of the default branch of a fork. */
  stand: ShownStand | null
}

export function RepoTreeView(props: RepoTreeProps) {
  const { chrome, repo, current, path, about } = props
  const title = path === '' ? undefined : `${path} at ${current.name}`
  return (
    <RepoFrame chrome={chrome} repo={repo} title={title} description={about?.description}>
      <h1 class="sr-only">{path === '' ? `${repo.owner}/${repo.slug}` : path}</h1>
      {repo.isArchived && (
        <Notice tone="warning" word="Archived.">
          This repository is read-only.
        </Notice>
      )}
      <TrackerNotice repo={repo} tracker={props.tracker} />
      {props.fresh !== null && <Fresh repo={repo} fresh={props.fresh} />}
      {about === null ? (
        <Tree {...props} />
      ) : (
        <div class="repo-columns">
          <Tree {...props} />
          <RepoSide {...props} about={about} />
        </div>
      )}
    </RepoFrame>
  )
}

/** A fork's branches are usually meant for where it was forked from. */
function Fresh({ repo, fresh: { source, at } }: { repo: RepoHead; fresh: NonNullable<RepoTreeProps['fresh']> }) {
  const here = newPullUrl(repo, repo.defaultBranch, source)
  const upstream = source.includes(':') ? null : upstreamPullUrl(repo, source)
  return (
    <Notice tone="info">
      You pushed <code class="break">{source}</code> <Time at={at} />, and it has no pull request yet:{' '}
      <a href={upstream ?? here}>open a pull request</a>
      {upstream !== null && (
        <>
          {' in '}
          {repo.source?.owner}/{repo.source?.slug}, or <a href={here}>in this fork</a>
        </>
      )}
      .
    </Notice>
  )
}

function Tree({ repo, current, refs, path, entries, pagination, ...props }: RepoTreeProps) {
  return (
    <div class="column-main">
      <div class="code-bar">
        <RefSwitcher repo={repo} current={current} refs={refs} page="tree" path={path} />
        {path !== '' && <PathCrumbs repo={repo} refName={current.address} path={path} />}
        <div class="code-bar-end">
          {repo.can.push && current.kind === 'branch' && (
            <ButtonMenu icon="plus" word="Add file" isTool>
              <MenuLink href={codeUrl(repo, 'new', current.address, path)} icon="pencil">
                Create a new file
              </MenuLink>
              <MenuLink href={codeUrl(repo, 'upload', current.address, path)} icon="upload">
                Upload files
              </MenuLink>
            </ButtonMenu>
          )}
          <FindFile repo={repo} refName={current.address} isTool />
          <LinkButton href={searchCodeUrl(repo, current.address)} icon="search" label="Search code" isTool>
            Search
          </LinkButton>
          {path === '' && <ForkButton repo={repo} />}
          {path === '' && <WatchMenu repo={repo} />}
          {path === '' && <StarButton repo={repo} />}
        </div>
      </div>
      {props.stand !== null && <UpstreamStand repo={repo} stand={props.stand} />}
      <section class="panel" aria-label="Files">
        <header class="panel-head tree-head">
          <LastCommit repo={repo} commit={props.commit} wholeHref={props.wholeHref} />
          <HistoryLink {...{ repo, current, path }} count={props.commitCount} wholeHref={props.wholeHref} />
        </header>
        <FileList repo={repo} refName={current.address} path={path} entries={entries} wholeHref={props.wholeHref} />
        {props.wholeHref !== null && (
          <noscript>
            <p class="list-note">
              The last commits are still loading. <a href={props.wholeHref}>Load them</a>
            </p>
          </noscript>
        )}
        <footer class="panel-foot">
          <Pagination info={pagination} noun="entries" />
        </footer>
      </section>
      {props.readme && <Readme repo={repo} current={current} path={path} readme={props.readme} />}
      {props.readme === null && path === '' && repo.can.push && (
        <p class="muted">
          Add a <code>README.md</code> to introduce this repository.
        </p>
      )}
    </div>
  )
}

type HistoryLinkProps = Pick<RepoTreeProps, 'repo' | 'current' | 'path' | 'wholeHref'> & { count: number | null }

/** How long the history is, where it is that of the whole; a script puts the number in when it is there. */
function HistoryLink({ repo, current, path, count, wholeHref }: HistoryLinkProps) {
  const isLate = path === '' && count === null
  return (
    <a
      class="quiet-link with-icon"
      id="history-link"
      href={codeUrl(repo, 'commits', current.address, path)}
      data-late-at={isLate ? wholeHref : undefined}
    >
      <Icon name="history" />
      {count === null ? <span>History</span> : <CommitCount count={count} />}
    </a>
  )
}

/** On a phone the number says it, beside its icon: who wrote the last one has a place there, too. */
function CommitCount({ count }: { count: number }) {
  const [number, noun] = counted(count, 'commit').split(' ')
  return (
    <span>
      {number}
      <span class="tool-word"> {noun}</span>
    </span>
  )
}

type ReadmeProps = Pick<RepoTreeProps, 'repo' | 'current' | 'path'> & { readme: NonNullable<RepoTreeProps['readme']> }

function Readme({ repo, current, path, readme }: ReadmeProps) {
  const file = path === '' ? readme.name : `${path}/${readme.name}`
  return (
    <section class="panel" id="readme" aria-label={readme.name}>
      <header class="panel-head">
        <p class="with-icon file-title">
          <Icon name="file" />
          <strong>{readme.name}</strong>
        </p>
        {repo.can.push && current.kind === 'branch' && (
          <a class="icon-link" href={codeUrl(repo, 'edit', current.address, file)} aria-label={`Edit ${readme.name}`}>
            <Icon name="pencil" />
          </a>
        )}
      </header>
      <div class="panel-body readme-body">
        {readme.html !== null && <Prose html={readme.html} />}
        {readme.html === null && readme.text !== null && <pre class="plain-text">{readme.text}</pre>}
        {readme.html === null && readme.text === null && (
          <p class="muted">Too large to show here. It is in the list above.</p>
        )}
      </div>
    </section>
  )
}
