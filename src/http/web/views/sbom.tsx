import type { SbomView } from '../../../features/sbom/view-sbom.ts'
import { codeUrl, repoUrl } from '../code-urls.ts'
import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { ecosystemName } from '../components/ecosystem-name.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { type RefChoices, shownRefName } from '../components/ref-switcher.tsx'
import { SbomFindings, type ShownVerdict } from '../components/sbom-findings.tsx'
import { ShareBars } from '../components/share-bars.tsx'
import { type Column, Table } from '../components/table.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { SbomFilter, type SbomQuery, sbomUrl } from './sbom-filter.tsx'

export type SbomProps = {
  chrome: Chrome
  repo: RepoHead
  current: SbomView['revision']
  summary: SbomView['summary']
  components: SbomView['components']['items']
  pagination: PageInfo
  refs: RefChoices
  query: SbomQuery
  judged: ShownVerdict | null
}

type Component = SbomProps['components'][number]

const mostBars = 6
const useNames = { required: 'Required', optional: 'Optional', development: 'Development' } as const

export function SbomPageView(props: SbomProps) {
  const { chrome, repo, current, summary, judged } = props
  const isEmpty = summary.components === 0
  return (
    <RepoFrame chrome={chrome} repo={repo} title="SBOM">
      <PageHead
        title="Components"
        lead={`What ${shownRefName(current)} is built from, according to its lock files.`}
        actions={
          <LinkButton
            href={`${repoUrl(repo)}/sbom/sbom.cdx.json?${new URLSearchParams({ ref: current.address }).toString()}`}
            icon="download"
            tone={isEmpty ? 'default' : 'primary'}
            download="sbom.cdx.json"
          >
            CycloneDX
          </LinkButton>
        }
      />
      <div class="sbom-parts">
        {summary.notes.length > 0 && <Unread notes={summary.notes} />}
        {judged !== null && <SbomFindings judged={judged} />}
        {!isEmpty && <Numbers {...props} />}
        <SbomFilter {...props} />
        <List {...props} isEmpty={isEmpty} />
      </div>
    </RepoFrame>
  )
}

function Unread({ notes }: { notes: SbomProps['summary']['notes'] }) {
  return (
    <Notice tone="warning" word="The list may be incomplete.">
      <ul>
        {notes.slice(0, 5).map(({ path, text }) => (
          <li key={`${path} ${text}`}>
            <code class="break">{path}</code>: {text}
          </li>
        ))}
      </ul>
      {notes.length > 5 && <p>And {notes.length - 5} more, which the document names.</p>}
    </Notice>
  )
}

function Numbers({ repo, current, summary, query }: SbomProps) {
  const { components, direct, uses, files, ecosystems, licences } = summary
  const link = (more: Partial<SbomQuery>): string => sbomUrl(repo, { ...query, ref: current.address, ...more })
  const figures = [
    { label: 'Components', value: components },
    { label: 'Direct dependencies', value: direct },
    { label: 'For development only', value: uses.development },
    { label: 'Files read', value: files },
  ]
  return (
    <>
      <ul class="figures" role="list" aria-label="Counts">
        {figures.map(({ label, value }) => (
          <li key={label} class="figure">
            <span class="figure-label">{label}</span>
            <span class="figure-value">{value.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
      <div class="plots">
        <ShareBars
          title="Ecosystems"
          total={components}
          shares={ecosystems.slice(0, mostBars).map(({ name, count }) => ({
            label: ecosystemName(name),
            count,
            href: link({ ecosystem: name }),
          }))}
        />
        {licences.length > 0 && (
          <ShareBars
            title="Licences"
            total={components}
            shares={licences.slice(0, mostBars).map(({ name, count }) => ({
              label: name,
              count,
              href: link({ license: name }),
            }))}
          />
        )}
      </div>
    </>
  )
}

function List({ repo, current, components, pagination, isEmpty, query }: SbomProps & { isEmpty: boolean }) {
  if (isEmpty) {
    return (
      <Panel>
        <EmptyState icon="package" title="No components found">
          <p>
            Commit the lock file of your package manager (such as <code>package-lock.json</code>,{' '}
            <code>pnpm-lock.yaml</code>, <code>Cargo.lock</code>, <code>go.mod</code>, <code>poetry.lock</code>,{' '}
            <code>pom.xml</code> or <code>Gemfile.lock</code>), and its components are listed here.
          </p>
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Panel flush footer={<Pagination info={pagination} noun="components" />}>
      {components.length === 0 ? (
        <EmptyState icon="search" title="No component matches">
          <p>
            Remove part of the filter, or <a href={sbomUrl(repo, { ref: query.ref })}>show all components</a>.
          </p>
        </EmptyState>
      ) : (
        <Table
          caption="Components"
          columns={columnsFor(repo, current.address)}
          rows={components}
          rowKey={(one) => one.purl}
        />
      )}
    </Panel>
  )
}

function columnsFor(repo: RepoHead, ref: string): readonly Column<Component>[] {
  return [
    {
      key: 'name',
      head: 'Component',
      names: true,
      grow: true,
      cell: (one) => <span class="sbom-name break">{one.name}</span>,
    },
    { key: 'version', head: 'Version', cell: (one) => <code class="break">{one.version || one.range}</code> },
    { key: 'ecosystem', head: 'Ecosystem', cell: (one) => ecosystemName(one.ecosystem) },
    {
      key: 'licence',
      head: 'Licence',
      cell: (one) =>
        one.licences.length === 0 ? (
          <span class="muted">not stated</span>
        ) : (
          <span class="break">{one.licences.join(', ')}</span>
        ),
    },
    { key: 'use', head: 'Scope', cell: (one) => <Use component={one} /> },
    {
      key: 'file',
      head: 'Named in',
      cell: ({ files: [file, ...others] }) =>
        file === undefined ? null : (
          <span class="break">
            <a class="quiet-link" href={codeUrl(repo, 'blob', ref, file)}>
              {file}
            </a>
            {others.length > 0 && ` and ${others.length} more`}
          </span>
        ),
    },
  ]
}

function Use({ component: { use, isDirect, version } }: { component: Component }) {
  return (
    <span class="sbom-use">
      <span>{useNames[use]}</span>
      {isDirect && <Badge>direct</Badge>}
      {version === '' && <Badge tone="warning">not locked</Badge>}
    </span>
  )
}
