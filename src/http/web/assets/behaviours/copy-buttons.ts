const resetAfterMs = 2000
const buttons = 'button:is([data-copy], [data-copy-from])'

export function enhanceCopyButtons(): void {
  // No clipboard outside of https and localhost: the buttons then stay hidden, the text can still be selected.
  if (!navigator.clipboard) return
  showCopyButtons()
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>(buttons) : null
    if (button !== null) void copy(button)
  })
}

/** Also those that came into the page later. */
export function showCopyButtons(): void {
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll<HTMLButtonElement>(buttons)) button.hidden = false
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const status = button.querySelector('[data-copy-status]')
  try {
    const from = button.dataset['copyFrom']
    if (from === undefined) await navigator.clipboard.writeText(textOf(button))
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

/** In the encoding that the page shows it in (`core/decode-text.ts`). */
async function fetchText(at: string): Promise<string> {
  const answer = await fetch(at)
  if (!answer.ok) throw new Error(`${at} cannot be had`)
  const data = await answer.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    return new TextDecoder('windows-1252').decode(data)
  }
}

/** What it says itself, a place on this page with its address, or the code that it stands beside. */
function textOf(button: HTMLButtonElement): string {
  const said = button.dataset['copy'] ?? ''
  if (said.startsWith('#')) return `${location.origin}${location.pathname}${location.search}${said}`
  if (said !== '') return said
  return button.parentElement?.querySelector('code')?.textContent ?? ''
}
