import { completeReferences } from './complete-references.ts'
import { keepDraft } from './keep-draft.ts'
import { enhanceMarkdownTools } from './markdown-tools.ts'
import { uploadPasted } from './upload-pasted.ts'

const known = new WeakSet<HTMLElement>()

/** Previews in place, completions and files, for every field that takes Markdown; also those that came later. */
export function enhanceMarkdownEditors(): void {
  for (const editor of document.querySelectorAll<HTMLElement>('[data-md-editor]')) {
    const field = editor.querySelector('textarea')
    if (field === null || known.has(editor)) continue
    known.add(editor)
    previewInPlace(editor, field)
    completeReferences(editor, field)
    const upload = uploadPasted(editor, field)
    enhanceMarkdownTools(editor, field, upload)
    keepDraft(field)
  }
}

function previewInPlace(editor: HTMLElement, field: HTMLTextAreaElement): void {
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
    const html = await ask(editor.dataset['previewAt'] ?? '', field.value)
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
  field.addEventListener('keydown', (event) => {
    // As everywhere: this sends it.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      const send = [...(field.form?.querySelectorAll('button') ?? [])].find(isMain)
      field.form?.requestSubmit(send)
    }
  })
}

/** What the form is there for; not the preview, and nothing that closes on the way. */
function isMain(button: HTMLButtonElement): boolean {
  return button.type === 'submit' && button.name === ''
}

async function ask(at: string, text: string): Promise<string | null> {
  const body = new URLSearchParams({ text })
  const answer = await fetch(at, { method: 'POST', body }).catch(() => null)
  if (answer === null || !answer.ok) return null
  const told: unknown = await answer.json()
  return typeof told === 'object' && told !== null && 'html' in told && typeof told.html === 'string' ? told.html : null
}
