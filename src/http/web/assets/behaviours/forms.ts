/** A sent form answers at once: its button stays down, and a second press does not send it twice. */
export function enhanceForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== 'post' || event.defaultPrevented) return
    if (form.dataset['sent'] !== undefined) {
      event.preventDefault()
      return
    }
    form.dataset['sent'] = ''
    event.submitter?.setAttribute('data-pressed', '')
  })
  // Coming back with the back button finds the form as it was left.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) delete form.dataset['sent']
    for (const button of document.querySelectorAll('[data-pressed]')) button.removeAttribute('data-pressed')
  })
  // Of a question with boxes, the first of them.
  document.querySelector<HTMLElement>('[aria-invalid="true"], fieldset.field-invalid input')?.focus()
}
