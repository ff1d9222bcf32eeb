import type { SafeHtml } from '../../../markup/markup.ts'
import { Prose } from './prose.tsx'

/** As text where it could not be set in time. */
export type ShownText = { html: SafeHtml } | { text: string }

export function TextBody({ text, empty }: { text: ShownText; empty: string }) {
  if ('html' in text) return <Prose html={text.html} />
  return text.text.trim() === '' ? <p class="muted">{empty}</p> : <pre class="plain-text">{text.text}</pre>
}
