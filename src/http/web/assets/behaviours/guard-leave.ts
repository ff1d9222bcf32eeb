/** Asks before a page is left on which somebody has typed what was not sent. */
export function enhanceGuardedForms(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-guards-leave]')]
  if (forms.length === 0) return
  let isSending = false
  document.addEventListener('submit', (event) => {
    if (!event.defaultPrevented) isSending = true
  })
  addEventListener('pageshow', () => {
    isSending = false
  })
  addEventListener('beforeunload', (event) => {
    if (!isSending && forms.some(isUnsent)) event.preventDefault()
  })
}

/** What came back from the server to be typed on was not sent either. */
function isUnsent(form: HTMLFormElement): boolean {
  if (form.dataset['guardsLeave'] === 'unsent') return true
  return [
    ...form.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('textarea[name], input[type="text"][name]'),
  ].some((field) => field.value !== field.defaultValue)
}
