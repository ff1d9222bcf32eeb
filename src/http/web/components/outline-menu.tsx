import type { SafeHtml } from '../../../markup/markup.ts'
import { Icon } from './icon.tsx'

export type ShownOutline = readonly ({ href: string; depth: number } & ({ name: string } | { html: SafeHtml }))[]

/** What a file declares, or the headings of a document; each entry leads to its place. */
export function OutlineMenu({ entries, word = 'Outline' }: { entries: ShownOutline; word?: string }) {
  return (
    <details class="menu" data-menu>
      <summary class="button button-default ref-face">
        <Icon name="rows" />
        <span>{word}</span>
        <Icon name="chevron-down" class="menu-chevron" />
      </summary>
      <div class="menu-sheet menu-end ref-sheet">
        {entries.map((entry) => (
          <a key={entry.href} class="menu-entry" href={entry.href} data-depth={entry.depth}>
            {'name' in entry ? (
              <span class="break">{entry.name}</span>
            ) : (
              <span class="break" dangerouslySetInnerHTML={{ __html: entry.html }} />
            )}
          </a>
        ))}
      </div>
    </details>
  )
}
