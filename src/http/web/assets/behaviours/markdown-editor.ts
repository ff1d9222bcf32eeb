import { completeReferences } from './complete-references.ts'
import { keepDraft } from './keep-draft.ts'
import { enhanceMarkdownTools } from './markdown-tools.ts'
import { previewInPlace } from './preview-in-place.ts'
import { uploadPasted } from './upload-pasted.ts'

const known = new WeakSet<HTMLElement>()

/** Previews in place, completions and files, for every field that takes Markdown; also those that came later. */
export function enhanceMarkdownEditors(): void {
  for (const editor of document.querySelectorAll<HTMLElement>('[data-md-editor]')) {
    const field = editor.querySelector('textarea')
    if (field === null || known.has(editor)) continue
    known.add(editor)
    previewInPlace(editor, field)
    sendByKeys(field)
    completeReferences(editor, field)
    const upload = uploadPasted(editor, field)
    enhanceMarkdownTools(editor, field, upload)
    keepDraft(field)
  }
}

/** As everywhere: this sends it. */
function sendByKeys(field: HTMLTextAreaElement): void {
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const buttons = [...(field.form?.querySelectorAll('button') ?? [])].filter(({ type }) => type === 'submit')
    field.form?.requestSubmit(buttons.find(isMarkedMain) ?? buttons.find(isUnnamed))
  })
}

function isMarkedMain(button: HTMLButtonElement): boolean {
  return button.classList.contains('button-primary')
}

/** What the form is there for; not the preview, and nothing that closes on the way. */
function isUnnamed(button: HTMLButtonElement): boolean {
  return button.name === ''
}
