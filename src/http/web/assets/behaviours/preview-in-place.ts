/** Shows what a text will look like in its place, and the text again. `about` says what else the server has to know. */
export function previewInPlace(
  editor: HTMLElement,
  field: HTMLTextAreaElement,
  about: () => Readonly<Record<string, string>> = () => ({}),
): void {
  const button = editor.querySelector<HTMLButtonElement>('button[name="preview"]')
  const word = editor.querySelector<HTMLElement>('[data-md-toggle]')
  const shown = editor.querySelector<HTMLElement>('[data-md-preview]')
  const box = field.closest<HTMLElement>('.field')
  if (button === null || word === null || shown === null || box === null) return
  // A form that came back with its preview has both: the text to go on with is what counts.
  shown.hidden = true
  const write = (): void => {
    shown.hidden = true
    box.hidden = false
    word.textContent = 'Preview'
    field.focus()
  }
  const show = async (): Promise<void> => {
    const html = await ask(editor.dataset['previewAt'] ?? '', { ...about(), text: field.value })
    // Made by our own sanitiser, as every text on these pages is.
    if (html === null) shown.textContent = field.value === '' ? 'Nothing to show yet.' : field.value
    else shown.innerHTML = `<div class="prose">${html}</div>`
    shown.hidden = false
    box.hidden = true
    word.textContent = 'Write'
  }
  button.addEventListener('click', (event) => {
    event.preventDefault()
    if (box.hidden) write()
    else void show()
  })
}

async function ask(at: string, fields: Readonly<Record<string, string>>): Promise<string | null> {
  const answer = await fetch(at, { method: 'POST', body: new URLSearchParams(fields) }).catch(() => null)
  if (answer === null || !answer.ok) return null
  const told: unknown = await answer.json()
  return typeof told === 'object' && told !== null && 'html' in told && typeof told.html === 'string' ? told.html : null
}
