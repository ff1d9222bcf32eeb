const resetAfterMs = 2000

export function enhanceCopyButtons(): void {
  // No clipboard outside of https and localhost: the buttons then stay hidden, the text can still be selected.
  if (!navigator.clipboard) return
  showCopyButtons()
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-copy]') : null
    if (button !== null) void copy(button)
  })
}

/** Also those that came into the page later. */
export function showCopyButtons(): void {
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) button.hidden = false
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const status = button.querySelector('[data-copy-status]')
  try {
    await navigator.clipboard.writeText(textOf(button))
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

/** What it says itself, a place on this page with its address, or the code that it stands beside. */
function textOf(button: HTMLButtonElement): string {
  const said = button.dataset['copy'] ?? ''
  if (said.startsWith('#')) return `${location.origin}${location.pathname}${location.search}${said}`
  if (said !== '') return said
  return button.parentElement?.querySelector('code')?.textContent ?? ''
}
