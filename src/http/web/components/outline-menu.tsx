import { Icon } from './icon.tsx'

export type ShownOutline = readonly { name: string; line: number; depth: number }[]

/** What a file declares; each entry leads to its line. */
export function OutlineMenu({ entries }: { entries: ShownOutline }) {
  return (
    <details class="menu" data-menu>
      <summary class="button button-default ref-face">
        <Icon name="rows" />
        <span>Outline</span>
        <Icon name="chevron-down" class="menu-chevron" />
      </summary>
      <div class="menu-sheet menu-end ref-sheet">
        {entries.map(({ name, line, depth }) => (
          <a key={line} class="menu-entry" href={`#L${line}`} data-depth={depth}>
            <span class="break">{name}</span>
          </a>
        ))}
      </div>
    </details>
  )
}
