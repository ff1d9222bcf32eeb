import { isMarkdown } from '../../../../core/is-markdown.ts'
import { previewInPlace } from './preview-in-place.ts'

/** A file that is called like a document can be looked at as one while it is written. */
export function enhanceFilePreviews(): void {
  for (const editor of document.querySelectorAll<HTMLElement>('[data-file-preview]')) {
    const field = editor.querySelector('textarea')
    const path = field?.form?.querySelector<HTMLInputElement>('input[name="path"]') ?? null
    const button = editor.querySelector<HTMLButtonElement>('button[name="preview"]')
    if (field === null || path === null || button === null) continue
    previewInPlace(editor, field, () => ({ path: path.value, branch: editor.dataset['branch'] ?? '' }))
    const offer = (): void => {
      button.hidden = !isMarkdown(path.value)
    }
    path.addEventListener('input', offer)
    offer()
  }
}
