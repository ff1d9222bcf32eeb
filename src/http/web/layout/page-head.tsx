import type { ComponentChildren } from 'preact'

type PageHeadProps = { title: ComponentChildren; lead?: ComponentChildren; actions?: ComponentChildren }

/** The one h1 of a page, with what can be done on the page as a whole. */
export function PageHead({ title, lead, actions }: PageHeadProps) {
  return (
    <header class="page-head">
      <div class="page-head-text">
        <h1>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {actions && <div class="page-head-actions">{actions}</div>}
    </header>
  )
}
