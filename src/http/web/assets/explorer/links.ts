/** A link to an operation opens it, also in browsers that do not do so themselves, and lasts over a change of form. */
export function enhanceLinks(): void {
  addEventListener('hashchange', openTarget)
  openTarget()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-form-switch] a')) {
    link.addEventListener('click', () => {
      link.hash = location.hash
    })
  }
}

function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1))
  const operation = target?.closest<HTMLDetailsElement>('.operation')
  if (!operation || operation.open) return
  operation.hidden = false
  operation.open = true
  target?.scrollIntoView()
}
