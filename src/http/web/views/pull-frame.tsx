import type { ComponentChildren } from 'preact'
import { Count } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { Person } from '../components/comment-card.tsx'
import { CopyButton } from '../components/copy-field.tsx'
import { counted } from '../components/counted.ts'
import { Icon, type IconName } from '../components/icon.tsx'
import { Original } from '../components/original.tsx'
import { type Status, StatusLabel } from '../components/status-label.tsx'
import type { PullStatus } from '../components/thread-row.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { type PullPage, pullUrl } from '../pull-urls.ts'

/** What every page of a pull request shows at its head. */
export type PullHead = {
  number: number
  title: string
  status: PullStatus
  author: string | null
  elsewhere: string | null
  importedFrom: string | null
  at: string
  commits: number
  files: number
  comments: number
  versions: number
  checks: number
  /** `href` is null when the branch is gone. */
  source: { name: string; href: string | null }
  target: { name: string; href: string }
  merged: { by: string | null; at: string } | null
  canEdit: boolean
}

const labelOf: Readonly<Record<PullStatus, Status>> = {
  open: 'pull',
  draft: 'draft',
  merged: 'merged',
  closed: 'pull-closed',
}

type PullFrameProps = {
  chrome: Chrome
  repo: RepoHead
  pull: PullHead
  page: PullPage
  width?: 'normal' | 'full' | undefined
  children: ComponentChildren
}

export function PullFrame({ chrome, repo, pull, page, width, children }: PullFrameProps) {
  const name = { ...repo, number: pull.number }
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`${pull.title} · #${pull.number}`} width={width}>
      <header class="pull-title" id="thread-head" data-live>
        <h1>
          <span class="break">{pull.title}</span> <bdi class="muted">#{pull.number}</bdi>
        </h1>
        {pull.canEdit && (
          <LinkButton href={`${pullUrl(name)}?edit=pull#opening`} icon="pencil">
            Edit
          </LinkButton>
        )}
        <p class="state-line">
          <StatusLabel status={labelOf[pull.status]} />
          <span>
            <Sentence pull={pull} />
          </span>
          <Original href={pull.importedFrom} />
        </p>
      </header>
      <nav class="pull-tabs" id="pull-tabs" data-live aria-label="Pull request">
        <Tab name={name} page="" current={page} icon="comment" label="Conversation" count={pull.comments} />
        <Tab name={name} page="commits" current={page} icon="git-commit" label="Commits" count={pull.commits} />
        <Tab name={name} page="files" current={page} icon="diff" label="Files" count={pull.files} />
        <Tab name={name} page="checks" current={page} icon="check-circle" label="Checks" count={pull.checks} />
        <Tab name={name} page="versions" current={page} icon="history" label="Versions" count={pull.versions} />
      </nav>
      {children}
    </RepoFrame>
  )
}

/** One line that says what merges where. */
function Sentence({ pull }: { pull: PullHead }) {
  const { merged } = pull
  const way = (
    <>
      {counted(pull.commits, 'commit')} from{' '}
      <span class="copy-text">
        <Branch {...pull.source} />
        <CopyButton value={pull.source.name.slice(pull.source.name.indexOf(':') + 1)} label="the name of the branch" />
      </span>{' '}
      into <Branch {...pull.target} />
    </>
  )
  if (merged !== null) {
    return (
      <>
        {merged.by === null && pull.importedFrom !== null ? (
          'Merged'
        ) : (
          <>
            <Person username={merged.by} /> merged
          </>
        )}{' '}
        {way} · <Time at={merged.at} />
      </>
    )
  }
  return (
    <>
      <Person username={pull.author} elsewhere={pull.elsewhere} /> wants to merge {way} · opened <Time at={pull.at} />
    </>
  )
}

function Branch({ name, href }: { name: string; href: string | null }) {
  return href === null ? (
    <code class="branch-name">{name}</code>
  ) : (
    <a class="branch-name" href={href}>
      <code>{name}</code>
    </a>
  )
}

type TabProps = {
  name: Parameters<typeof pullUrl>[0]
  page: PullPage
  current: PullPage
  icon: IconName
  label: string
  count: number
}

function Tab({ name, page, current, icon, label, count }: TabProps) {
  return (
    <a href={pullUrl(name, page)} aria-current={page === current ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{label}</span>
      <Count value={count} />
    </a>
  )
}
