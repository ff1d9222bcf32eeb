/** How much of something is done, drawn and in words. */
export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  const share = total === 0 ? 0 : Math.floor((done / total) * 100)
  return (
    <span class="progress">
      <svg class="progress-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="progress-rest" width="100" height="6" rx="3" />
        {share > 0 && <rect class="progress-done" width={share} height="6" rx="3" />}
      </svg>
      <span>
        {share} % {label}
      </span>
    </span>
  )
}
