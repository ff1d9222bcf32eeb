import { refsMeantBy } from '../../../core/ref-name.ts'
import { repoUrl } from '../code-urls.ts'
import { Button } from '../components/button.tsx'
import { type CodeHit, CodeHits } from '../components/code-hits.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { RepoSearchKinds, SearchKinds } from '../components/search-kinds.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type CodeResult = { owner: string; slug: string; revision: string; hits: readonly CodeHit[]; isPartial: boolean }

type Asked = { q: string; needle: string; matchCase: boolean }

export type SearchCodeProps = Asked & {
  chrome: Chrome
  results: readonly CodeResult[]
  /** How many repositories there are, and how many of them were looked through. */
  visible: number
  searched: number
}

export function SearchCodeView({ chrome, q, needle, matchCase, results, visible, searched }: SearchCodeProps) {
  return (
    <Page chrome={chrome} title={q === '' ? 'Search code' : `Code: ${q}`} crumbs={[{ label: 'Search' }]}>
      <PageHead title="Search" />
      <CodeForm action="/search" q={q} matchCase={matchCase} />
      <SearchKinds kind="code" q={q} />
      {q !== '' && (
        <p class="search-note" role="status">
          {searched < visible
            ? `The ${searched.toLocaleString('en')} of ${visible.toLocaleString('en')} most recently updated repositories were searched within the time limit.`
            : `${visible.toLocaleString('en')} ${visible === 1 ? 'repository was' : 'repositories were'} searched, each at its default branch.`}
        </p>
      )}
      <div class="stack-wide">
        {results.map((result) => (
          <section
            key={`${result.owner}/${result.slug}`}
            class="code-result"
            aria-label={`${result.owner}/${result.slug}`}
          >
            <h2 class="code-result-repo">
              <a href={repoUrl(result)}>
                {result.owner}/{result.slug}
              </a>
            </h2>
            <CodeHits
              repo={result}
              revision={result.revision}
              hits={result.hits}
              needle={needle}
              matchCase={matchCase}
              level={3}
            />
            {result.isPartial && (
              <p class="search-note">
                There are more results:{' '}
                <a href={`${repoUrl(result)}/search?${asked(q, matchCase)}`}>search {result.slug} only</a>.
              </p>
            )}
          </section>
        ))}
      </div>
      {results.length === 0 && <NothingFound q={q} />}
    </Page>
  )
}

export type RepoSearchProps = Asked & {
  chrome: Chrome
  repo: RepoHead
  /** The branch, tag or commit that is looked through. */
  refName: string
  result: CodeResult | null
  shownFiles: number
}

export function RepoSearchView({ chrome, repo, refName, q, needle, matchCase, result, shownFiles }: RepoSearchProps) {
  const hits = result?.hits ?? []
  return (
    <RepoFrame chrome={chrome} repo={repo} title={q === '' ? 'Search code' : `Code: ${q}`}>
      <PageHead
        title="Search code"
        lead={<span class="break">In {refsMeantBy(result?.revision ?? refName).name}.</span>}
      />
      <CodeForm action={`${repoUrl(repo)}/search`} q={q} matchCase={matchCase} refName={refName} />
      <RepoSearchKinds kind="code" repo={repo} refName={refName} q={q} />
      {result?.isPartial && (
        <Notice tone="warning" word="Incomplete results.">
          The search took too long to finish: a longer text, or <code>path:</code> and a folder, finds the rest.
        </Notice>
      )}
      {q !== '' && hits.length > 0 && (
        <p class="search-note" role="status">
          {hits.length > shownFiles
            ? `The first ${shownFiles} of ${hits.length.toLocaleString('en')} files are shown.`
            : `${hits.length} ${hits.length === 1 ? 'file' : 'files'}`}
        </p>
      )}
      <div class="stack-wide">
        {result && (
          <CodeHits
            repo={repo}
            revision={result.revision}
            hits={hits.slice(0, shownFiles)}
            needle={needle}
            matchCase={matchCase}
          />
        )}
      </div>
      {hits.length === 0 && <NothingFound q={q} />}
    </RepoFrame>
  )
}

function CodeForm({
  action,
  q,
  matchCase,
  refName,
}: {
  action: string
  q: string
  matchCase: boolean
  /** Left out: everywhere. */
  refName?: string
}) {
  return (
    <form method="get" action={action} class="filter-bar code-form" role="search" aria-label="Code">
      {refName === undefined ? (
        <input type="hidden" name="type" value="code" />
      ) : (
        <input type="hidden" name="ref" value={refName} />
      )}
      <label class="sr-only" for="code-q">
        Text to search for
      </label>
      <input
        id="code-q"
        class="input"
        type="search"
        name="q"
        value={q}
        placeholder="Exact text in a file"
        autocomplete="off"
        spellcheck={false}
        autofocus={q === ''}
      />
      <label class="code-case">
        <input type="checkbox" name="case" value="1" checked={matchCase} /> Match case
      </label>
      <Button>Search</Button>
    </form>
  )
}

function NothingFound({ q }: { q: string }) {
  return (
    <Panel>
      <EmptyState icon="code" title={q === '' ? 'What are you looking for?' : `No line contains “${q}”`}>
        <p>
          Finds the exact text, line by line, in text files. <code>path:src</code> limits it to a folder or a file.
        </p>
      </EmptyState>
    </Panel>
  )
}

function asked(q: string, matchCase: boolean): string {
  return new URLSearchParams({ q, ...(matchCase ? { case: '1' } : {}) }).toString()
}
