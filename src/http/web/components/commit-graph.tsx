import { exactTag } from '../../../core/ref-name.ts'
import { shortSha } from '../../../core/sha.ts'
import { codeUrl, commitUrl, type RepoName } from '../code-urls.ts'
import { Badge } from './badge.tsx'
import { CommitChecks } from './commit-checks.tsx'
import type { CommitSummary } from './commit-line.tsx'
import { CommitTitle } from './commit-message.tsx'
import { type GraphRow, layOutGraph } from './lay-out-graph.ts'
import { SignatureBadge } from './signature-badge.tsx'
import { Time } from './time.tsx'

export type GraphedCommit = CommitSummary & {
  parents: readonly string[]
  /** Branches and tags that stand here. */
  refs: readonly { name: string; kind: 'branch' | 'tag' }[]
}

/** As high as a row of the list beside it, which the style sheet sets. */
const rowHeight = 44
const laneWidth = 14
const colours = 6

/** A page of a history with the lines that lead from each commit to its parents. */
export function CommitGraph({ repo, commits }: { repo: RepoName; commits: readonly GraphedCommit[] }) {
  const graph = layOutGraph(commits)
  const width = graph.lanes * laneWidth + laneWidth
  return (
    <div class="graph">
      <svg
        class="graph-lines"
        width={width}
        height={commits.length * rowHeight}
        viewBox={`0 0 ${width} ${commits.length * rowHeight}`}
        aria-hidden="true"
        focusable="false"
      >
        {graph.rows.map((row, at) => (
          <RowLines key={at} row={row} at={at} />
        ))}
        {graph.rows.map((row, at) => (
          <circle
            key={at}
            class={
              row.isMerge ? `graph-dot graph-merge lane-${row.lane % colours}` : `graph-dot lane-${row.lane % colours}`
            }
            cx={xOf(row.lane)}
            cy={yOf(at)}
            r={row.isMerge ? 3.5 : 4.5}
          />
        ))}
      </svg>
      <ol class="graph-list" role="list" aria-label="Commits">
        {commits.map((commit) => (
          <GraphItem key={commit.sha} repo={repo} commit={commit} />
        ))}
      </ol>
    </div>
  )
}

function RowLines({ row, at }: { row: GraphRow; at: number }) {
  return (
    <>
      {row.lines.map(({ from, to, colour }, index) => (
        <path key={index} class={`graph-line lane-${colour % colours}`} d={lineOf(from, to, at)} />
      ))}
    </>
  )
}

/** Straight down, or in a bow to another lane. */
function lineOf(from: number, to: number, at: number): string {
  const [x, y, end] = [xOf(from), yOf(at), yOf(at + 1)]
  if (from === to) return `M${x} ${y}V${end}`
  const middle = y + rowHeight / 2
  return `M${x} ${y}C${x} ${middle} ${xOf(to)} ${middle} ${xOf(to)} ${end}`
}

function xOf(lane: number): number {
  return lane * laneWidth + laneWidth
}

function yOf(at: number): number {
  return at * rowHeight + rowHeight / 2
}

function GraphItem({ repo, commit }: { repo: RepoName; commit: GraphedCommit }) {
  return (
    <li class="graph-row">
      {commit.refs.map(({ name, kind }) => (
        <a key={kind + name} class="graph-ref" href={codeUrl(repo, 'tree', kind === 'tag' ? exactTag(name) : name)}>
          <Badge icon={kind === 'branch' ? 'git-branch' : 'tag'}>{name}</Badge>
        </a>
      ))}
      <span class="graph-title" title={commit.title}>
        <CommitTitle commit={commit} href={commitUrl(repo, commit.sha)} class="quiet-link" />
      </span>
      <span class="graph-facts">
        <CommitChecks checks={commit.checks} />
        {commit.signature?.reason === 'valid' && <SignatureBadge check={commit.signature} />}
        <span class="graph-author">{commit.author}</span>
        <code>{shortSha(commit.sha)}</code>
        <Time at={commit.at} />
      </span>
    </li>
  )
}
