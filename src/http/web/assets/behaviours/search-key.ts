/** `/` goes to the search field, unless the reader is writing. */
export function enhanceSearchKey(): void {
  const field = document.querySelector<HTMLInputElement>('#top-search')
  if (field === null) return
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    event.preventDefault()
    field.focus()
    field.select()
  })
}

export function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
