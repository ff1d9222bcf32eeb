import type { FilterNames } from '../../../features/threads/find-unknown-names.ts'
import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { SelectAll } from '../components/select-rows.tsx'
import { type ListedThread, ThreadRow } from '../components/thread-row.tsx'
import { type ShownTracker, TrackerNotice } from '../components/tracker-progress.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { isPlain, type Misread, type ThreadKind, type ThreadQuery, writeThreadQuery } from '../thread-query.ts'
import { BulkBar, type BulkChoices } from './threads-bulk.tsx'
import { StateLinks, type ThreadChoices, type ThreadCounts, ThreadFilters } from './threads-filters.tsx'

export type ThreadsProps = {
  chrome: Chrome
  repo: RepoHead
  kind: ThreadKind
  query: ThreadQuery
  /** What the query says that means nothing. */
  misread: readonly Misread[]
  /** What it names that is not there; null where something was found. */
  unknown: FilterNames | null
  /** What is still to come from another server. */
  tracker: ShownTracker | null
  threads: readonly ListedThread[]
  /** At the head of the first page. */
  pinned: readonly ListedThread[]
  counts: ThreadCounts
  choices: ThreadChoices
  pagination: PageInfo
  /** Every box is ticked to begin with: for whoever has no script to tick them. */
  allSelected: boolean
  /** What those that are selected can be given; null for those who may not. */
  bulk: BulkChoices | null
  can: { open: boolean }
}

const words = {
  issue: { title: 'Issues', one: 'issue', many: 'issues', fresh: 'New issue' },
  pull: { title: 'Pull requests', one: 'pull request', many: 'pull requests', fresh: 'New pull request' },
} as const

/** Issues, or pull requests: the same list, asked the same questions. */
export function ThreadsView(props: ThreadsProps) {
  const { chrome, repo, kind, query, threads, pinned, bulk, can } = props
  const base = repoUrl(repo)
  const at = `${base}/${kind}s`
  const { title, many } = words[kind]
  const hasBulk = bulk !== null && threads.length > 0
  // Whoever comes to report something signs in on the way.
  const mayReport = kind === 'issue' && chrome.viewer === null && !repo.isArchived
  return (
    <RepoFrame chrome={chrome} repo={repo} title={title}>
      <h1 class="sr-only">{title}</h1>
      <TrackerNotice repo={repo} tracker={props.tracker} />
      <div class="issue-bar">
        <form method="get" action={at} class="issue-search" role="search" aria-label={title}>
          <input
            class="input"
            type="search"
            name="q"
            value={writeThreadQuery(query)}
            aria-label="Query"
            aria-describedby="query-words"
            autocomplete="off"
            spellcheck={false}
            maxlength={1000}
          />
          <Button icon="search">Search</Button>
        </form>
        <div class="issue-bar-end">
          <LinkButton href={`${base}/labels`} icon="tag">
            Labels
          </LinkButton>
          <LinkButton href={`${base}/milestones`} icon="milestone">
            Milestones
          </LinkButton>
          {(can.open || mayReport) && (
            <LinkButton href={`${at}/new`} icon="plus" tone="primary" shortcut="c">
              {words[kind].fresh}
            </LinkButton>
          )}
        </div>
      </div>
      <QueryWords kind={kind} />
      <QueryFaults {...props} />
      {pinned.length > 0 && <Pinned issues={pinned} base={base} />}
      <form method="post" action={`${at}/bulk`} class="panel" data-rows>
        <input type="hidden" name="q" value={writeThreadQuery(query)} />
        <header class="panel-head issue-head">
          {hasBulk && <SelectAll info={props.pagination} isBare />}
          <StateLinks base={base} kind={kind} query={query} counts={props.counts} />
          <ThreadFilters base={base} kind={kind} query={query} choices={props.choices} />
        </header>
        {threads.length === 0 ? (
          <Nothing {...props} at={at} />
        ) : (
          <ul class="rows" role="list" aria-label={title}>
            {threads.map((thread) => (
              <ThreadRow
                key={thread.number}
                thread={thread}
                kind={kind}
                base={base}
                select={bulk && { all: props.allSelected }}
              />
            ))}
          </ul>
        )}
        {hasBulk && <BulkBar kind={kind} state={query.state} choices={bulk} pagination={props.pagination} />}
        <footer class="panel-foot">
          <Pagination info={props.pagination} noun={many} />
        </footer>
      </form>
    </RepoFrame>
  )
}

const examples = {
  issue: [
    'is:open',
    'label:"help wanted"',
    '-label:later',
    'assignee:me',
    'author:ada',
    'mentions:me',
    'no:label',
    'sort:updated',
  ],
  pull: [
    'is:merged',
    'review:approved',
    'reviewer:me',
    'status:failure',
    'draft:false',
    'base:main',
    '-label:later',
    'sort:updated',
  ],
} as const

/** What the box understands, under it and out of the way. */
function QueryWords({ kind }: { kind: ThreadKind }) {
  return (
    <p class="query-words" id="query-words">
      Search for words, or filter with{' '}
      {examples[kind].map((example) => (
        <code key={example}>{example}</code>
      ))}
      <span class="query-keys keys-hint">
        <kbd>j</kbd> <kbd>k</kbd> to move, <kbd>x</kbd> to select, <kbd>a</kbd> to select all, <kbd>o</kbd> to open
      </span>
    </p>
  )
}

const unknownWords = {
  labels: 'There is no label',
  milestones: 'There is no milestone',
  people: 'There is nobody called',
} satisfies Record<keyof FilterNames, string>

function QueryFaults({ misread, unknown }: ThreadsProps) {
  const faults = [
    ...(['labels', 'milestones', 'people'] as const).flatMap((kind) =>
      (unknown?.[kind] ?? []).map((name) => ({ say: unknownWords[kind], name, rest: '.' })),
    ),
    ...misread.map(({ word, instead }) => ({
      say: 'There is no filter',
      name: word,
      rest: `, so it was searched for as a word. There are ${instead.join(', ')}.`,
    })),
  ]
  if (faults.length === 0) return null
  return (
    <div class="query-faults">
      <Notice tone="warning" word="The query.">
        {faults.length === 1 ? (
          faults.map((fault) => <QueryFault key={fault.name} {...fault} />)
        ) : (
          <ul>
            {faults.map((fault) => (
              <li key={fault.say + fault.name}>
                <QueryFault {...fault} />
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}

function QueryFault({ say, name, rest }: { say: string; name: string; rest: string }) {
  return (
    <>
      {say} <code class="break">{name}</code>
      {rest}
    </>
  )
}

function Pinned({ issues, base }: { issues: readonly ListedThread[]; base: string }) {
  return (
    <ul class="pinned" role="list" aria-label="Pinned issues">
      {issues.map((issue) => (
        <li key={issue.number} class="panel pinned-issue">
          <Icon name="pin" />
          <p>
            <a class="row-link" href={`${base}/issues/${issue.number}`}>
              {issue.title}
            </a>{' '}
            <bdi class="muted">#{issue.number}</bdi>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Nothing({ repo, kind, query, counts, can, at }: ThreadsProps & { at: string }) {
  const { one, many, fresh } = words[kind]
  if (!isPlain({ ...query, state: 'open' })) {
    return (
      <EmptyState icon="search" title="No results" action={<LinkButton href={at}>{`All open ${many}`}</LinkButton>}>
        <p>No {one} matches. Remove something from the query.</p>
      </EmptyState>
    )
  }
  if (query.state !== 'open') {
    return (
      <EmptyState
        icon={kind === 'issue' ? 'issue-closed' : 'git-merge'}
        title={query.state === 'merged' ? 'Nothing has been merged yet' : 'Nothing has been closed yet'}
      >
        <p>What is done is kept here, with its conversation.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={kind === 'issue' ? 'issue-opened' : 'git-pull-request'}
      title={counts.closed + counts.merged > 0 ? 'Nothing is open' : `No ${many} yet`}
      action={
        can.open && (
          <LinkButton href={`${at}/new`} icon="plus">
            {fresh}
          </LinkButton>
        )
      }
    >
      <Lesson kind={kind} repo={repo} />
      {kind === 'issue' && counts.closed === 0 && repo.can.push && (
        <p>
          Those of GitHub, Gitea, Forgejo or GitLab can be <a href={`${repoUrl(repo)}/import`}>brought here</a>.
        </p>
      )}
    </EmptyState>
  )
}

/** What one would do next. */
function Lesson({ kind, repo }: Pick<ThreadsProps, 'kind' | 'repo'>) {
  if (kind === 'issue') {
    return (
      <p>
        An issue is a bug, a request or a question, with its conversation. A commit that says <code>Fixes #1</code>{' '}
        closes it.
      </p>
    )
  }
  return (
    <>
      <p>
        {repo.can.push
          ? 'Push a branch and propose to merge it, so that others can review it first.'
          : 'Fork the repository, push a branch there, and propose to merge it.'}
      </p>
      <CodeBlock
        code={'git switch -c my-change\ngit commit -am "Say what and why"\ngit push -u origin my-change'}
        label="commands that push a branch"
      />
    </>
  )
}
