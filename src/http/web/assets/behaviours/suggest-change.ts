/** The button of a comment on lines that puts them into the text as a suggestion, to be written over. */
export function enhanceSuggestions(): void {
  showSuggestions()
  document.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-suggest]') : null
    const field = button?.form?.querySelector<HTMLTextAreaElement>('textarea[name="body"]') ?? null
    if (button?.form && field !== null) suggest(button.form, field)
  })
}

/** Also of forms that came into the page later. */
export function showSuggestions(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-suggest]')) button.hidden = false
}

function suggest(form: HTMLFormElement, field: HTMLTextAreaElement): void {
  const data = new FormData(form)
  const last = Number(data.get('line'))
  // A range that is none is refused when it is sent; the suggestion is then about the one line.
  const asked = Number(data.get('start_line'))
  const first = asked >= 1 && asked < last ? Math.max(asked, last - 500) : last
  const on = data.get('on')
  const file = typeof on === 'string' ? on.split('-', 1)[0] : ''
  const lines = Array.from({ length: last - first + 1 }, (_, index) => textOf(`${file}-n${first + index}`))
  const text = lines.join('\n')
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length + 1)))
  const before = field.value === '' || field.value.endsWith('\n') ? '' : '\n\n'
  const open = `${before}${fence}suggestion\n`
  const from = field.value.length + open.length
  field.focus()
  field.setRangeText(`${open}${text}\n${fence}\n`, field.value.length, field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.setSelectionRange(from, from + text.length)
}

/** Side by side, a row has both states of a line, the new one last. */
function textOf(row: string): string {
  return [...document.querySelectorAll(`#${CSS.escape(row)} code`)].at(-1)?.textContent ?? ''
}
