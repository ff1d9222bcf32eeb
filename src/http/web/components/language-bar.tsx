export type LanguagePart = { name: string; bytes: number }

const mostNamed = 6

/** Shares as a bar and in words. Colours repeat: the words carry the meaning. */
export function LanguageBar({ parts }: { parts: readonly LanguagePart[] }) {
  const shown = partsOf(parts)
  let x = 0
  return (
    <>
      <svg class="language-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {shown.map((part, at) => {
          const from = x
          x += part.share
          return <rect key={part.name} class={`language-${at}`} x={from} y={0} width={part.share} height={4} />
        })}
      </svg>
      <ul class="language-list" role="list" aria-label="Languages">
        {shown.map((part, at) => (
          <li key={part.name}>
            <svg class="language-dot" viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
              <circle class={`language-${at}`} cx="4" cy="4" r="4" />
            </svg>
            <span>{part.name}</span> <span class="muted">{percent(part.share)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function partsOf(parts: readonly LanguagePart[]): readonly { name: string; share: number }[] {
  const total = parts.reduce((sum, part) => sum + part.bytes, 0)
  const named = parts.slice(0, mostNamed)
  const rest = parts.slice(mostNamed).reduce((sum, part) => sum + part.bytes, 0)
  const all = rest > 0 ? [...named, { name: 'Other', bytes: rest }] : named
  return all.map((part) => ({ name: part.name, share: total === 0 ? 0 : (part.bytes / total) * 100 }))
}

function percent(share: number): string {
  return share > 0 && share < 0.1 ? '< 0.1 %' : `${share.toFixed(1)} %`
}
