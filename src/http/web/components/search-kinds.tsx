import { codeUrl, type RepoName, searchCodeUrl } from '../code-urls.ts'
import { Count } from './badge.tsx'

const searchKinds = ['all', 'code', 'issues'] as const
type SearchKind = (typeof searchKinds)[number]

const words: Record<SearchKind, string> = { all: 'Overview', code: 'Code', issues: 'Issues and pulls' }

export type FoundCount = { value: number; isAtLeast: boolean }

type SearchKindsProps = {
  kind: SearchKind
  q: string
  /** Of issues and pulls, where that was found out. */
  threads?: FoundCount | undefined
}

/** Which kind of thing is looked for; the words stay. */
export function SearchKinds({ kind, q, threads }: SearchKindsProps) {
  return (
    <nav class="segments search-kinds" aria-label="Search in">
      {searchKinds.map((one) => {
        const asked = new URLSearchParams({ q, ...(one === 'all' ? {} : { type: one }) }).toString()
        return (
          <a key={one} href={`/search?${asked}`} aria-current={one === kind ? 'page' : undefined}>
            {words[one]}
            {one === 'issues' && threads && <Count {...threads} />}
          </a>
        )
      })}
    </nav>
  )
}

type RepoSearchKindsProps = { kind: 'code' | 'files'; repo: RepoName; refName: string; q: string }

/** The same, inside of a repository: in the text of its files, or in their paths. */
export function RepoSearchKinds({ kind, repo, refName, q }: RepoSearchKindsProps) {
  return (
    <nav class="segments search-kinds" aria-label="Search in">
      <a href={searchCodeUrl(repo, refName, q)} aria-current={kind === 'code' ? 'page' : undefined}>
        Code
      </a>
      <a
        href={`${codeUrl(repo, 'find', refName)}${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`}
        aria-current={kind === 'files' ? 'page' : undefined}
      >
        Files by name
      </a>
    </nav>
  )
}
