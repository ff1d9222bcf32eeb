/** What was typed and not sent is still there when the same person opens the page again in this tab. */
export function keepDraft(field: HTMLTextAreaElement): void {
  const key = `draft ${document.body.dataset['viewer'] ?? ''} ${location.pathname} ${field.id}`
  const kept = sessionStorage.getItem(key)
  if (kept !== null && field.value === '') field.value = kept
  field.addEventListener('input', () => {
    if (field.value === field.defaultValue) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, field.value)
  })
  field.form?.addEventListener('submit', () => sessionStorage.removeItem(key))
}
