import type { SafeHtml } from '../../../markup/markup.ts'
import { Prose } from './prose.tsx'

/** As text where it could not be set in time. */
export type ShownText = { html: SafeHtml } | { text: string }

/** What a text reads as: set, or as it was written where `html` is null. */
export function shownText(text: string, html: SafeHtml | null): ShownText {
  return html === null ? { text } : { html }
}

export function TextBody({ text, empty }: { text: ShownText; empty: string }) {
  if ('html' in text) return <Prose html={text.html} />
  return text.text.trim() === '' ? <p class="muted">{empty}</p> : <pre class="plain-text">{text.text}</pre>
}
