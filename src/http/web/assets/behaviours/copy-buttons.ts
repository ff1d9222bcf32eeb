import { element } from './element.ts'
import { frameProseCode } from './prose-code.ts'

const resetAfterMs = 2000
export const copyButtons = 'button:is([data-copy], [data-copy-from])'

export function enhanceCopyButtons(): void {
  showCopyButtons()
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>(copyButtons) : null
    if (button !== null) void copy(button)
  })
}

/** Also those that came into the page later. */
export function showCopyButtons(): void {
  frameProseCode()
  for (const button of document.querySelectorAll<HTMLButtonElement>(copyButtons)) button.hidden = false
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const status = button.querySelector('[data-copy-status]')
  try {
    const from = button.dataset['copyFrom']
    // Outside of https and localhost there is none.
    if (!navigator.clipboard) copySelected(button, from === undefined ? textOf(button) : await fetchText(from))
    else if (from === undefined) await navigator.clipboard.writeText(textOf(button))
    // As a promise: some browsers let nobody write who has waited since the press.
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': fetchText(from) })])
  } catch {
    if (status) status.textContent = 'Copying failed'
    return
  }
  button.dataset['copied'] = ''
  if (status) status.textContent = 'Copied'
  setTimeout(() => {
    delete button.dataset['copied']
    if (status) status.textContent = ''
  }, resetAfterMs)
}

/** As if somebody had selected it: beside the button, for a dialog lets nothing outside of it be selected. */
function copySelected(button: HTMLButtonElement, text: string): void {
  const field = element('textarea', { class: 'sr-only', readonly: '', 'aria-hidden': 'true', tabindex: '-1' })
  field.value = text
  button.after(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  button.focus()
  if (!isDone) throw new Error('The browser copies nothing')
}

/** In the encoding that the page shows it in (`core/decode-text.ts`). */
async function fetchText(at: string): Promise<string> {
  const answer = await fetch(at)
  if (!answer.ok) throw new Error(`${at} cannot be had`)
  const data = await answer.arrayBuffer()
  try {
    return new TextDecoder(encodingOf(new Uint8Array(data)), { fatal: true }).decode(data)
  } catch {
    return new TextDecoder('windows-1252').decode(data)
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** What it says itself, a place on this page with its address, or the code that it stands beside. */
function textOf(button: HTMLButtonElement): string {
  const said = button.dataset['copy'] ?? ''
  if (said.startsWith('#')) return `${location.origin}${location.pathname}${location.search}${said}`
  if (said !== '') return said
  return button.parentElement?.querySelector('code')?.textContent ?? ''
}
