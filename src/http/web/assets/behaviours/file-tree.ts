import { readOn } from './read-on.ts'

/** The files of a pull request: found by name, ticked off in place, and read on without leaving the page. */
export function enhanceFileTree(): void {
  const tree = document.querySelector<HTMLElement>('[data-file-tree]')
  if (tree === null) return
  filterFiles(tree)
  tickInPlace(tree)
  readOn()
}

function filterFiles(tree: HTMLElement): void {
  const field = tree.querySelector<HTMLInputElement>('[data-tree-filter]')
  const nothing = tree.querySelector<HTMLElement>('[data-tree-nothing]')
  if (field === null) return
  const files = [...tree.querySelectorAll<HTMLElement>('[data-tree-file]')]
  const folders = [...tree.querySelectorAll<HTMLElement>('[data-tree-folder]')]
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/)
    for (const file of files) {
      const path = (file.dataset['treeFile'] ?? '').toLowerCase()
      file.hidden = !words.every((word) => path.includes(word))
    }
    for (const folder of folders) {
      const isEmpty = folder.querySelector('[data-tree-file]:not([hidden])') === null
      folder.closest('li')?.toggleAttribute('hidden', isEmpty)
    }
    if (nothing !== null) nothing.hidden = files.some((file) => !file.hidden)
  })
}

/** The button answers at once; where the server says no, the page is asked what is true. */
function tickInPlace(tree: HTMLElement): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-tick]')) return
    const button = form.querySelector<HTMLButtonElement>('button[name="viewed"]')
    if (button === null) return
    event.preventDefault()
    const body = new URLSearchParams({ path: valueOf(form, 'path'), file: '1', viewed: button.value })
    const isViewed = button.value === '1'
    show(tree, form, button, isViewed)
    void fetch(form.action, { method: 'POST', body, redirect: 'manual' })
      .then((answer) => (answer.status >= 400 ? location.reload() : undefined))
      .catch(() => location.reload())
  })
}

function show(tree: HTMLElement, form: HTMLFormElement, button: HTMLButtonElement, isViewed: boolean): void {
  button.value = isViewed ? '0' : '1'
  button.setAttribute('aria-pressed', String(isViewed))
  form.closest('.diff-file')?.querySelector('details')?.toggleAttribute('open', !isViewed)
  tree.querySelector(`[data-tree-number="${valueOf(form, 'file')}"]`)?.classList.toggle('is-viewed', isViewed)
  // Counted on and not anew: the list may not have all of them.
  const bar = tree.querySelector('progress')
  const words = tree.querySelector('[data-viewed]')
  if (bar === null || words === null) return
  bar.value += isViewed ? 1 : -1
  words.textContent = `${bar.value.toLocaleString('en')} of ${bar.max.toLocaleString('en')} viewed`
}

function valueOf(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
}
