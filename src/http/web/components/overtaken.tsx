import { CodeBlock } from './code-block.tsx'
import { Notice } from './notice.tsx'

/** What somebody else wrote in the meantime. */
export type OvertakenText = { readonly title?: string; readonly body: string }

/** What the button says that saves the text. */
export function saveWord(overtaken: OvertakenText | null): string {
  return overtaken === null ? 'Save' : 'Overwrite with mine'
}

/** Nothing that was typed is lost: it stands in the form below, after what is there now. */
export function Overtaken({ now: { title, body } }: { now: OvertakenText }) {
  return (
    <div class="overtaken overtaken-text">
      <Notice tone="warning" word="Conflict." live>
        Somebody changed this text while you were writing. Nothing was saved, and what you typed is still below. Copy
        what you want to keep from the text as it is now, then save: your version replaces it.
      </Notice>
      <details open>
        <summary>The text as it is now</summary>
        {title !== undefined && <p class="overtaken-title break">{title}</p>}
        {/* No field: it would be sent along, and count against what a form may hold. */}
        {body.trim() === '' ? <p class="muted">It is empty.</p> : <CodeBlock code={body} label="text as it is now" />}
      </details>
    </div>
  )
}
