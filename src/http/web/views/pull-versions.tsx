import { shortSha } from '../../../core/sha.ts'
import { commitUrl } from '../code-urls.ts'
import { Badge, type BadgeTone } from '../components/badge.tsx'
import { Button, LinkButton } from '../components/button.tsx'
import { CodeWords } from '../components/code-words.tsx'
import { Person } from '../components/comment-card.tsx'
import { Notice } from '../components/notice.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { pullUrl } from '../pull-urls.ts'
import { PullFrame, type PullHead } from './pull-frame.tsx'

export type ShownVersion = { number: number; sha: string; by: string | null; at: string }
export type ShownPair = {
  status: 'same' | 'changed' | 'added' | 'removed'
  old: string | null
  new: string | null
  subject: string
  lines: readonly string[]
  isCut: boolean
}

export type PullVersionsProps = {
  chrome: Chrome
  repo: RepoHead
  pull: PullHead
  /** The newest first. */
  versions: readonly ShownVersion[]
  comparison: { from: number; to: number; pairs: readonly ShownPair[] } | null
  problem: string | null
}

export function PullVersionsView({ chrome, repo, pull, versions, comparison, problem }: PullVersionsProps) {
  const at = pullUrl({ ...repo, number: pull.number }, 'versions')
  return (
    <PullFrame chrome={chrome} repo={repo} pull={pull} page="versions">
      <div class="commit-sheet">
        {versions.length > 1 && <Chooser at={at} versions={versions} comparison={comparison} />}
        {problem !== null && <Notice tone="warning">{problem}</Notice>}
        {comparison !== null && <Pairs repo={repo} {...comparison} />}
        <section class="panel">
          <header class="panel-head">
            <div class="panel-title">
              <h2>Versions</h2>
              <p>Every version that was pushed. Commits replaced by a force push are kept.</p>
            </div>
          </header>
          <RowList label="Versions">
            {versions.map((version, index) => (
              <Row
                key={version.number}
                icon="git-commit"
                title={`Version ${version.number}`}
                meta={
                  <span>
                    <a href={commitUrl(repo, version.sha)}>
                      <code>{shortSha(version.sha)}</code>
                    </a>{' '}
                    pushed <Time at={version.at} /> by <Person username={version.by} />
                  </span>
                }
                actions={
                  index < versions.length - 1 && (
                    <LinkButton size="small" href={`${at}?from=${version.number - 1}&to=${version.number}`}>
                      What changed
                    </LinkButton>
                  )
                }
              />
            ))}
          </RowList>
        </section>
      </div>
    </PullFrame>
  )
}

type ChooserProps = Pick<PullVersionsProps, 'versions' | 'comparison'> & { at: string }

function Chooser({ at, versions, comparison }: ChooserProps) {
  const newest = versions[0]?.number ?? 1
  return (
    <form method="get" action={at} class="versions-form">
      <VersionSelect name="from" label="From" versions={versions} value={comparison?.from ?? newest - 1} />
      <VersionSelect name="to" label="To" versions={versions} value={comparison?.to ?? newest} />
      <Button>Compare</Button>
    </form>
  )
}

type SelectProps = { name: string; label: string; versions: readonly ShownVersion[]; value: number }

function VersionSelect({ name, label, versions, value }: SelectProps) {
  return (
    <label>
      <span class="field-label">{label}</span>
      <select class="input input-select" name={name}>
        {versions.map(({ number, sha }) => (
          <option key={number} value={number} selected={number === value}>
            {`${number} (${shortSha(sha)})`}
          </option>
        ))}
      </select>
    </label>
  )
}

const looks: Readonly<Record<ShownPair['status'], { tone: BadgeTone; word: string }>> = {
  same: { tone: 'neutral', word: 'Same' },
  changed: { tone: 'warning', word: 'Changed' },
  added: { tone: 'open', word: 'New' },
  removed: { tone: 'failed', word: 'Removed' },
}

function Pairs({ repo, from, to, pairs }: { repo: RepoHead; from: number; to: number; pairs: readonly ShownPair[] }) {
  return (
    <section class="panel" aria-label={`From version ${from} to ${to}`}>
      <header class="panel-head">
        <div class="panel-title">
          <h2>
            From version {from} to {to}
          </h2>
          <p>Commit by commit. What differs is shown as a diff of the two patches.</p>
        </div>
      </header>
      {pairs.length === 0 && <p class="list-note">Nothing to compare.</p>}
      {pairs.map((pair) => (
        <details key={`${pair.old ?? ''} ${pair.new ?? ''}`} class="version-pair" open={pair.status === 'changed'}>
          <summary>
            <Badge tone={looks[pair.status].tone}>{looks[pair.status].word}</Badge>
            <span class="break">{pair.subject}</span>
          </summary>
          <p class="version-shas">
            {pair.old !== null && <Sha repo={repo} sha={pair.old} />}
            {pair.old !== null && pair.new !== null && ' → '}
            {pair.new !== null && <Sha repo={repo} sha={pair.new} />}
          </p>
          {pair.lines.length > 0 && (
            <pre class="version-diff" tabindex={0}>
              {pair.lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
                <code key={at} class={lineClass(line)}>
                  <CodeWords text={line} />
                  {'\n'}
                </code>
              ))}
            </pre>
          )}
          {pair.isCut && <p class="list-note">There is more than is shown here.</p>}
        </details>
      ))}
    </section>
  )
}

/** The outer sign says what came and went between the versions. */
function lineClass(line: string): string | undefined {
  if (line.startsWith('+')) return 'excerpt-add'
  return line.startsWith('-') ? 'excerpt-remove' : undefined
}

function Sha({ repo, sha }: { repo: RepoHead; sha: string }) {
  return (
    <a href={commitUrl(repo, sha)}>
      <code>{shortSha(sha)}</code>
    </a>
  )
}
