import { fileSize } from '../../../core/file-size.ts'
import { repoUrl } from '../code-urls.ts'
import { Badge, VisibilityBadge } from '../components/badge.tsx'
import { Button, LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { type Column, Table } from '../components/table.tsx'
import { Time } from '../components/time.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type AdminRepoRow = {
  owner: string
  slug: string
  isPublic: boolean
  isArchived: boolean
  bytes: number
  createdAt: string
  pushedAt: string | null
  /** Its owner's account is disabled. */
  isLeft: boolean
}

export type AdminReposProps = {
  chrome: Chrome
  repos: readonly AdminRepoRow[]
  pagination: PageInfo
  filter: { q: string; sort: 'size' | 'pushed' | 'created' }
}

const columns: readonly Column<AdminRepoRow>[] = [
  { key: 'repo', head: 'Repository', names: true, grow: true, cell: (repo) => <Name repo={repo} /> },
  { key: 'size', head: 'Size', cell: ({ bytes }) => fileSize(bytes) },
  {
    key: 'pushed',
    head: 'Last push',
    cell: ({ pushedAt }) => (pushedAt === null ? <span class="muted">never</span> : <Time at={pushedAt} />),
  },
  { key: 'created', head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { key: 'actions', head: 'Actions', headHidden: true, align: 'end', cell: (repo) => <Actions repo={repo} /> },
]

export function AdminReposView({ chrome, repos, pagination, filter }: AdminReposProps) {
  return (
    <AdminFrame chrome={chrome} title="Repositories">
      <form method="get" action="/admin/repos" class="pull-bar" role="search" aria-label="Repositories">
        <input
          class="input pull-search"
          type="search"
          name="q"
          value={filter.q}
          placeholder="Part of owner/name"
          aria-label="Part of owner/name"
          maxlength={255}
        />
        <select class="input input-select" name="sort" aria-label="Order">
          {sorts.map(({ value, label }) => (
            <option key={value} value={value} selected={value === filter.sort}>
              {label}
            </option>
          ))}
        </select>
        <Button icon="filter">Filter</Button>
      </form>
      <Panel flush footer={<Pagination info={pagination} noun="repositories" />}>
        {repos.length === 0 ? (
          <EmptyState icon="repo" title="No matching repositories">
            <p>
              Try a part of a name, or <a href="/admin/repos">show all of them</a>.
            </p>
          </EmptyState>
        ) : (
          <Table
            caption="Repositories"
            columns={columns}
            rows={repos}
            rowKey={({ owner, slug }) => `${owner}/${slug}`}
          />
        )}
      </Panel>
      <p class="muted">
        Administrators see that a repository exists and how much space it takes. To open one that is not public, they
        need a role in it like everybody else. If the account of its owner is disabled, they can transfer it.
      </p>
    </AdminFrame>
  )
}

const sorts = [
  { value: 'size', label: 'Largest first' },
  { value: 'pushed', label: 'Last pushed first' },
  { value: 'created', label: 'Newest first' },
] as const

function Name({ repo }: { repo: AdminRepoRow }) {
  return (
    <span class="row-title">
      <a class="row-link" href={repoUrl(repo)}>
        {repo.owner}/{repo.slug}
      </a>
      <VisibilityBadge isPublic={repo.isPublic} />
      {repo.isArchived && <Badge tone="warning">Archived</Badge>}
      {repo.isLeft && (
        <Badge tone="closed" icon="circle-slash">
          Owner disabled
        </Badge>
      )}
    </span>
  )
}

function Actions({ repo }: { repo: AdminRepoRow }) {
  if (!repo.isLeft) return null
  const name = `${repo.owner}/${repo.slug}`
  return (
    <LinkButton href={`/admin/repos/${name}/transfer`} label={`Transfer ${name}…`} size="small">
      Transfer…
    </LinkButton>
  )
}
