/** Where a script says that more was said. It takes no room, so that nothing moves. */
export function LiveNote({ total, perPage }: { total: number; perPage: number }) {
  return <div class="live-note" role="status" data-live-note={total} data-per-page={perPage} />
}

/** Where the page of an issue or a pull request hears that it is old. */
export function threadNewsAt(repo: { owner: string; slug: string }, kind: 'issue' | 'pull', number: number): string {
  return `/notifications/live/${repo.owner}/${repo.slug}?${kind}=${number}`
}

/** The same for lists of pipelines. */
export function pipelineNewsAt(repo: { owner: string; slug: string }): string {
  return `/notifications/live/${repo.owner}/${repo.slug}?ci`
}
