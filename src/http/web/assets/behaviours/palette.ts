import { element } from './element.ts'
import { addShortcut } from './keys.ts'
import { PaletteList } from './palette-list.ts'

const pauseMs = 90

let dialog: HTMLDialogElement | null = null

/** The field in the top bar opens the palette; without a script it is a form that searches. */
export function enhancePalette(): void {
  const field = document.querySelector<HTMLInputElement>('#top-search')
  const open = (): void => openPalette(field?.value ?? '')
  // Tabbing into the field changes nothing; a click or the first letter opens.
  field?.addEventListener('click', open)
  field?.addEventListener('input', open)
  document.querySelector('.search-tool')?.addEventListener('click', (event) => {
    event.preventDefault()
    open()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    open()
  })
  addShortcut({ keys: '/', does: 'Search or jump to… (also Ctrl K)', group: 'Everywhere', run: open })
}

function openPalette(text: string): void {
  if (dialog !== null || document.querySelector('dialog[open]') !== null) return
  const input = element('input', {
    class: 'palette-input',
    type: 'text',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': 'palette-list',
    'aria-autocomplete': 'list',
    'aria-label': 'Go to, or search for',
    placeholder: 'A repository, a file, #12, anvil#12 …',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const box = element('div', {
    id: 'palette-list',
    class: 'palette-list',
    role: 'listbox',
    'aria-label': 'Places',
    tabindex: '-1',
  })
  const count = element('p', { class: 'palette-count', role: 'status' })
  dialog = element('dialog', { class: 'palette', 'aria-label': 'Go to' }, input, box, count)
  const list = new PaletteList(input, box, count)
  dialog.addEventListener('close', () => {
    dialog?.remove()
    dialog = null
    const field = document.querySelector<HTMLInputElement>('#top-search')
    if (field !== null) field.value = ''
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog?.close()
  })
  listen(input, list)
  document.body.append(dialog)
  dialog.showModal()
  input.value = text
  input.focus()
  void list.ask(text)
}

function listen(input: HTMLInputElement, list: PaletteList): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void list.ask(input.value), pauseMs)
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = moves[event.key]
    if (step !== undefined) list.move(step)
    else if (event.key === 'Enter') list.choose(event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  })
}
