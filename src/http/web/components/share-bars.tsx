export type Share = { label: string; count: number; href: string }

type ShareBarsProps = { title: string; shares: readonly Share[]; total: number }

/** A bar for each, as long as its share. The words and numbers carry the meaning; each leads to what it counts. */
export function ShareBars({ title, shares, total }: ShareBarsProps) {
  const most = Math.max(1, ...shares.map((share) => share.count))
  return (
    <section class="share-bars">
      <h2>{title}</h2>
      <ul role="list">
        {shares.map(({ label, count, href }) => (
          <li key={label}>
            <a class="quiet-link share-label" href={href}>
              {label}
            </a>
            <svg class="share-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect class="share-ground" x="0" y="0" width="100" height="6" />
              <rect x="0" y="0" width={Math.max(1, (count / most) * 100)} height="6" />
            </svg>
            <span class="share-count">
              {count.toLocaleString('en')}
              <span class="sr-only"> of {total.toLocaleString('en')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
