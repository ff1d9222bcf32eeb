import type { SafeHtml } from '../../../markup/markup.ts'

export type LineText = SafeHtml | { readonly text: string }

/** The text of one line: coloured by the highlighter, or plain. */
export function CodeLine({ line, class: name }: { line: LineText; class: string }) {
  if (typeof line === 'string') return <code class={name} dangerouslySetInnerHTML={{ __html: line }} />
  return <code class={name}>{line.text}</code>
}
