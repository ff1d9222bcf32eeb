import type { ComponentChildren } from 'preact'

export type Crumb = { label: string; href?: string | undefined }

/** `after` stands behind the last crumb: a visibility badge, a state. */
export function Breadcrumb({ crumbs, after }: { crumbs: readonly Crumb[]; after?: ComponentChildren }) {
  return (
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <ol>
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1
          return (
            <li key={`${index}-${crumb.label}`}>
              {crumb.href === undefined ? (
                <span aria-current={isLast ? 'page' : undefined}>{crumb.label}</span>
              ) : (
                <a href={crumb.href} aria-current={isLast ? 'page' : undefined}>
                  {crumb.label}
                </a>
              )}
            </li>
          )
        })}
      </ol>
      {after}
    </nav>
  )
}
