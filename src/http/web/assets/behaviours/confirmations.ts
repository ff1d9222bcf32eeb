/** The button opens once the right name is typed. Without a script the field's pattern and the server say so. */
export function enhanceConfirmations(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-typed-confirmation]')) {
    const expected = form.dataset['typedConfirmation']
    const input = form.querySelector<HTMLInputElement>('input[name="confirm"]')
    const button = form.querySelector<HTMLButtonElement>('button:not([type="button"])')
    if (input === null || button === null) continue
    const check = () => {
      button.disabled = input.value.trim() !== expected
    }
    input.addEventListener('input', check)
    // The browser may refill the field after the page is shown.
    addEventListener('pageshow', check)
    check()
  }
}
