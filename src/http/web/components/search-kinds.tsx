const searchKinds = ['all', 'code', 'issues'] as const
type SearchKind = (typeof searchKinds)[number]

const words: Record<SearchKind, string> = { all: 'Overview', code: 'Code', issues: 'Issues and pulls' }

/** Which kind of thing is looked for; the words stay. */
export function SearchKinds({ kind, q }: { kind: SearchKind; q: string }) {
  return (
    <nav class="segments search-kinds" aria-label="What is looked for">
      {searchKinds.map((one) => {
        const asked = new URLSearchParams({ q, ...(one === 'all' ? {} : { type: one }) }).toString()
        return (
          <a key={one} href={`/search?${asked}`} aria-current={one === kind ? 'page' : undefined}>
            {words[one]}
          </a>
        )
      })}
    </nav>
  )
}
