/** A password can be looked at while it is typed. It is hidden again before it is sent, so that no browser keeps it as plain text. */
export function enhancePasswords(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.reveal')) {
    const input = button.parentElement?.querySelector('input')
    if (!input) continue
    const show = (visible: boolean) => {
      input.type = visible ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(visible))
    }
    button.addEventListener('click', () => show(input.type === 'password'))
    input.form?.addEventListener('submit', () => show(false))
    button.hidden = false
  }
}
