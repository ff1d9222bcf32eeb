import { parseSha, shortSha } from '../../../core/sha.ts'
import type { SbomChanges } from '../../../features/sbom/compare-sboms.ts'
import { compareUrl, repoUrl } from '../code-urls.ts'
import { Badge, type BadgeTone } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { ecosystemName } from '../components/ecosystem-name.ts'
import { EmptyState } from '../components/empty-state.tsx'
import type { IconName } from '../components/icon.tsx'
import { Panel } from '../components/panel.tsx'
import { type Column, Table } from '../components/table.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type SbomChangesProps = {
  chrome: Chrome
  repo: RepoHead
  /** As they were asked for. */
  base: string
  head: string
  changes: SbomChanges
}

type Change = SbomChanges['items'][number]

const looks: Readonly<Record<Change['kind'], { tone: BadgeTone; icon: IconName; word: string }>> = {
  added: { tone: 'open', icon: 'plus', word: 'Added' },
  removed: { tone: 'failed', icon: 'x', word: 'Removed' },
  changed: { tone: 'warning', icon: 'diff', word: 'Changed' },
}

const columns: readonly Column<Change>[] = [
  {
    key: 'name',
    head: 'Component',
    names: true,
    grow: true,
    cell: ({ name }) => <span class="sbom-name break">{name}</span>,
  },
  {
    key: 'kind',
    head: 'Change',
    cell: ({ kind }) => (
      <Badge tone={looks[kind].tone} icon={looks[kind].icon}>
        {looks[kind].word}
      </Badge>
    ),
  },
  { key: 'ecosystem', head: 'Ecosystem', cell: ({ ecosystem }) => ecosystemName(ecosystem) },
  { key: 'before', head: 'Before', cell: ({ before }) => <Versions list={before} /> },
  { key: 'after', head: 'After', cell: ({ after }) => <Versions list={after} /> },
  {
    key: 'licence',
    head: 'Licence',
    cell: ({ licences }) =>
      licences.length === 0 ? <span class="muted">not stated</span> : <span class="break">{licences.join(', ')}</span>,
  },
]

/** What a pull request or a comparison brings along. */
export function SbomChangesView({ chrome, repo, base, head, changes }: SbomChangesProps) {
  const { added, removed, changed, items } = changes
  return (
    <RepoFrame chrome={chrome} repo={repo} title="SBOM">
      <PageHead
        title="Changed components"
        lead={
          <>
            What <code class="break">{shortened(head)}</code> adds to <code class="break">{shortened(base)}</code>
            {`: ${added} added, ${removed} removed, ${changed} changed.`}
          </>
        }
        actions={
          <>
            <LinkButton href={compareUrl(repo, base, head)} icon="git-compare">
              Files
            </LinkButton>
            <LinkButton href={`${repoUrl(repo)}/sbom?${new URLSearchParams({ ref: head }).toString()}`} icon="package">
              All components
            </LinkButton>
          </>
        }
      />
      <Panel flush>
        {items.length === 0 ? (
          <EmptyState icon="package" title="No component changes">
            <p>The lock files list the same components as before.</p>
          </EmptyState>
        ) : (
          <Table
            caption="Changed components"
            columns={columns}
            rows={items}
            rowKey={({ ecosystem, name }) => `${ecosystem} ${name}`}
          />
        )}
      </Panel>
    </RepoFrame>
  )
}

function Versions({ list }: { list: readonly string[] }) {
  return list.length === 0 ? <span class="muted">—</span> : <code class="break">{list.join(', ')}</code>
}

function shortened(name: string): string {
  return parseSha(name) === null ? name : shortSha(name)
}
