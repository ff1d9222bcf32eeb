import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/copy-field.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'

/** Who the requests of this page come from. Hidden until the script can send some. */
export function TokenField({ chrome, form }: { chrome: Chrome; form: 'A' | 'B' }) {
  return (
    <section class="panel api-token" aria-labelledby="try-as" data-scripted hidden>
      <h2 id="try-as">Try it</h2>
      <p class="muted">
        Every operation below has a form that really sends it. {whoWithout(chrome, form)} A token that you put here is
        used instead; it is kept in this page only, until you leave it.
      </p>
      <TextField
        name="token"
        id="api-token"
        type="password"
        label="Token"
        placeholder="svc_pat_… or an access token"
        autocomplete="off"
        optional
      />
    </section>
  )
}

function whoWithout(chrome: Chrome, form: 'A' | 'B') {
  if (form === 'A') return 'Form A takes no cookie: without a token, requests go out without credentials.'
  if (chrome.viewer === null) return 'You are not signed in: without a token, requests go out without credentials.'
  return (
    <>
      Without a token, requests go out as <strong>{chrome.viewer.username}</strong>.
    </>
  )
}

/** What the script makes its forms of, one for each operation when it is first opened. */
export function TryItTemplate() {
  return (
    <template id="try-it">
      <section class="try-it">
        <h4>Try it</h4>
        <form class="form">
          <div class="field" data-part="field">
            <label class="field-label" />
            <input class="input input-mono" type="text" autocomplete="off" autocapitalize="none" spellcheck={false} />
            <select class="input input-select" />
          </div>
          <div class="field" data-part="body">
            <label class="field-label">Body</label>
            <textarea class="input input-area input-mono" rows={8} spellcheck={false} />
          </div>
          <div class="form-actions">
            <Button icon="play">Send</Button>
          </div>
        </form>
        <div class="try-answer" data-part="answer" hidden>
          <p class="state-line" role="status">
            <span class="badge" data-part="status" />
            <span data-part="time" />
          </p>
          <dl class="facts" data-part="headers" />
          <div class="code-block" data-part="text">
            <pre tabindex={0} role="group" aria-label="Body of the answer">
              <code />
            </pre>
            <CopyButton label="the answer" />
          </div>
        </div>
      </section>
    </template>
  )
}
