import type { ComponentChildren } from 'preact'

type PanelProps = {
  title?: string | undefined
  /** Names the panel for links within the page. */
  id?: string | undefined
  level?: 2 | 3 | undefined
  note?: ComponentChildren
  actions?: ComponentChildren
  footer?: ComponentChildren
  /** Lists and tables touch the panel's edge. */
  flush?: boolean | undefined
  children: ComponentChildren
}

/** A bordered sheet for one thing: a list, a table, a set of facts. */
export function Panel({ title, id, level = 2, note, actions, footer, flush = false, children }: PanelProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section class="panel" id={id}>
      {(title !== undefined || actions) && (
        <header class="panel-head">
          <div class="panel-title">
            {title !== undefined && <Heading>{title}</Heading>}
            {note !== undefined && <p>{note}</p>}
          </div>
          {actions && <div class="panel-actions">{actions}</div>}
        </header>
      )}
      <div class={flush ? 'panel-body panel-flush' : 'panel-body'}>{children}</div>
      {footer && <footer class="panel-foot">{footer}</footer>}
    </section>
  )
}

type SectionProps = { title: string; id?: string | undefined; note?: ComponentChildren; children: ComponentChildren }

/** A part of a settings page: what it is about, then its form. No border of its own. */
export function Section({ title, id, note, children }: SectionProps) {
  return (
    <section class="section" id={id}>
      <header class="section-head">
        <h2>{title}</h2>
        {note !== undefined && <p>{note}</p>}
      </header>
      <div class="section-body">{children}</div>
    </section>
  )
}
