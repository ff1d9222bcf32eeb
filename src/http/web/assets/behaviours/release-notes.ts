import { textIn } from './send-file.ts'
import { replaceText } from './typed-text.ts'

/** Notes that begin with what was merged come in place: files that were chosen stay chosen, and one step back undoes it. */
export function enhanceReleaseNotes(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-notes-from]')
  const { form } = button ?? {}
  const field = form?.querySelector<HTMLTextAreaElement>('textarea[name="body"]')
  const refused = form?.querySelector<HTMLElement>('[data-notes-refused]')
  if (button === null || form === undefined || form === null || !field || !refused) return
  button.addEventListener('click', (event) => {
    event.preventDefault()
    if (button.dataset['pressed'] !== undefined) return
    button.dataset['pressed'] = ''
    void fill(button, form, { field, refused })
  })
}

async function fill(
  button: HTMLButtonElement,
  form: HTMLFormElement,
  { field, refused }: { readonly field: HTMLTextAreaElement; readonly refused: HTMLElement },
): Promise<void> {
  const told = await ask(button.dataset['notesFrom'] ?? '', new FormData(form))
  delete button.dataset['pressed']
  const notes = textIn(told, 'body')
  const why = notes === '' ? 'No pull request was merged yet.' : textIn(told, 'message')
  refused.hidden = notes !== null && notes !== ''
  refused.textContent = why ?? 'The server did not answer.'
  if (notes !== null && notes !== '') append(field, notes)
}

/** Below what was typed; who asks twice has them once. */
function append(field: HTMLTextAreaElement, notes: string): void {
  const typed = field.value.trimEnd()
  if (typed.includes(notes.trim())) field.focus()
  else replaceText(field, typed.length, field.value.length, typed === '' ? notes : `\n\n${notes}`)
}

/** Gives what the API said; null where it said nothing. */
async function ask(at: string, typed: FormData): Promise<unknown> {
  const text = (name: string): string => {
    const value = typed.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const target = text('target')
  const body = {
    tag_name: text('tag_name'),
    prerelease: typed.has('prerelease'),
    ...(target === '' ? {} : { target }),
  }
  const headers = { 'content-type': 'application/json', 'x-api-form': 'B' }
  const answer = await fetch(at, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  return answer === null ? null : answer.json().catch(() => null)
}
