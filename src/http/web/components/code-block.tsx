import { CopyButton } from './copy-field.tsx'

/** Commands or a file to take over. Long lines scroll inside the block. Without `copy` a script adds the button. */
export function CodeBlock({ code, label, copy = true }: { code: string; label: string; copy?: boolean | undefined }) {
  return (
    <div class="code-block">
      {/* A scrolling region must be reachable by keyboard. */}
      <pre tabindex={0} role="group" aria-label={label}>
        <code>{code}</code>
      </pre>
      {copy && <CopyButton label={label} />}
    </div>
  )
}
