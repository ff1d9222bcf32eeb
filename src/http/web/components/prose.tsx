import type { SafeHtml } from '../../../markup/markup.ts'

/** A document that somebody wrote, set like an article. */
export function Prose({ html }: { html: SafeHtml }) {
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
