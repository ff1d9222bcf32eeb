import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import { still } from './static-html.ts'

/** A value to take away. One click selects all of it; the button appears only where the script can serve it. */
export function CopyField({ value, label }: { value: string; label: string }) {
  return (
    <div class="copy-field">
      <code class="copy-value" tabindex={0} role="group" aria-label={label}>
        {withBreaks(value)}
      </code>
      <CopyButton value={value} label={label} />
    </div>
  )
}

/** Where an address may go on in the next line: behind what ends a part of it, so that no name is torn. */
const joints = /(?<=[/@](?!\/))|(?<=:(?![/\d]))|(?=:\d)/

function withBreaks(value: string): ComponentChildren {
  return value.split(joints).map((part, at) => [at > 0 && <wbr key={at} />, part])
}

/** Without a value it takes the code that it stands beside: long texts need not be in the page twice. */
export function CopyButton({ value = '', label }: { value?: string | undefined; label: string }) {
  return (
    <button type="button" class="copy-button" data-copy={value} aria-label={`Copy ${label}`} hidden>
      <CopyFace />
    </button>
  )
}

const CopyFace = still(
  <>
    <Icon name="copy" class="copy-icon" />
    <Icon name="check" class="copied-icon" />
    <span class="sr-only" role="status" data-copy-status />
  </>,
)

/** All of a file, whatever of it the page shows. */
export function CopyFile({ href }: { href: string }) {
  return (
    <button type="button" class="button button-default button-small button-tool copy-file" data-copy-from={href} hidden>
      <Icon name="copy" class="copy-icon" />
      <Icon name="check" class="copied-icon" />
      <span>Copy</span>
      <span class="sr-only" role="status" data-copy-status />
    </button>
  )
}

/** A sha, a fingerprint, an id in running text. */
export function CopyText({
  value,
  label,
  shown = value,
}: {
  value: string
  label: string
  shown?: string | undefined
}) {
  return (
    <span class="copy-text">
      <code title={shown === value ? undefined : value}>{shown}</code>
      <CopyButton value={value} label={label} />
    </span>
  )
}
