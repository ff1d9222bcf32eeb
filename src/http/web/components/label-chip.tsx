export type ShownLabel = { name: string; color: string; description?: string | undefined }

/** A name with a dot of its colour: the colour is anybody's choice, so nothing has to be read on it. */
export function LabelChip({ label, href }: { label: ShownLabel; href?: string | undefined }) {
  const content = (
    <>
      <LabelDot color={label.color} />
      <span>{label.name}</span>
    </>
  )
  const title = label.description === '' ? undefined : label.description
  return href === undefined ? (
    <span class="label-chip" title={title}>
      {content}
    </span>
  ) : (
    <a class="label-chip" href={href} title={title}>
      {content}
    </a>
  )
}

export function LabelDot({ color }: { color: string }) {
  return (
    <svg class="label-dot" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      <circle cx="5" cy="5" r="4.5" fill={color} />
    </svg>
  )
}
