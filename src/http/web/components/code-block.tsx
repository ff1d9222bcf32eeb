import { CopyButton } from './copy-field.tsx'

/** Commands or a file to take over. Long lines scroll inside the block. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div class="code-block">
      {/* A scrolling region must be reachable by keyboard. */}
      <pre tabindex={0} role="group" aria-label={label}>
        <code>{code}</code>
      </pre>
      <CopyButton value={code} label={label} />
    </div>
  )
}
