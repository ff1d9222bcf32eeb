import { counted } from './counted.ts'
import { Icon } from './icon.tsx'
import { type PageInfo, pageHref } from './pagination.tsx'

/** Where a script says that more was said. It takes no room, so that nothing moves. */
export function LiveNote({ total, perPage }: { total: number; perPage: number }) {
  return <div class="live-note" role="status" data-live-note={total} data-per-page={perPage} />
}

/** For whoever comes to a long conversation: to its end, which is pages away. */
export function ToNewest({ info }: { info: PageInfo }) {
  const last = Math.ceil(info.total / info.perPage)
  if (info.page >= last) return null
  return (
    <p class="to-newest">
      <a class="with-icon" href={`${pageHref(info, last)}#reply`}>
        <Icon name="arrow-down" />
        <span>Jump to the newest of {counted(info.total, 'entry', 'entries')}</span>
      </a>
    </p>
  )
}

/** Where the page of an issue or a pull request hears that it is old. */
export function threadNewsAt(repo: { owner: string; slug: string }, kind: 'issue' | 'pull', number: number): string {
  return `/notifications/live/${repo.owner}/${repo.slug}?${kind}=${number}`
}

/** The same for lists of pipelines. */
export function pipelineNewsAt(repo: { owner: string; slug: string }): string {
  return `/notifications/live/${repo.owner}/${repo.slug}?ci`
}
