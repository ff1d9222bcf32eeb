const resetAfterMs = 2000

export function enhanceCopyButtons(): void {
  // No clipboard outside of https and localhost: the buttons then stay hidden, the text can still be selected.
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) button.hidden = false
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-copy]') : null
    if (button !== null) void copy(button)
  })
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const status = button.querySelector('[data-copy-status]')
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] || textBeside(button))
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

function textBeside(button: HTMLButtonElement): string {
  return button.parentElement?.querySelector('code')?.textContent ?? ''
}
