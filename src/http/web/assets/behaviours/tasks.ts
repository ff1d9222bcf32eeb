/** Boxes of task lists can be ticked by those who may edit the text; what the server has is what counts. */
export function enhanceTasks(): void {
  for (const text of document.querySelectorAll<HTMLElement>('[data-tasks]')) {
    const boxes = [...text.querySelectorAll<HTMLInputElement>('.prose li.task input[type="checkbox"]')]
    const at = text.dataset['tasks'] ?? ''
    for (const [index, box] of boxes.entries()) {
      if (!box.disabled) continue
      box.disabled = false
      box.setAttribute('aria-label', nameOf(box))
      box.addEventListener('change', () => void send(at, box, { index, of: boxes.length }))
    }
  }
}

function nameOf(box: HTMLInputElement): string {
  return box.closest('li')?.textContent?.trim().split('\n', 1)[0]?.slice(0, 120) ?? 'Task'
}

async function send(at: string, box: HTMLInputElement, { index, of }: { index: number; of: number }): Promise<void> {
  const body = new URLSearchParams({ task: String(index), of: String(of), ...(box.checked ? { done: '1' } : {}) })
  box.disabled = true
  const answer = await fetch(at, { method: 'POST', body }).catch(() => null)
  box.disabled = false
  const isDone = answer?.ok === true && !(await answer.text()).includes('notice-danger')
  // Somebody else has changed the text meanwhile: what they wrote has to be seen first.
  if (!isDone) location.reload()
  box.focus()
}
