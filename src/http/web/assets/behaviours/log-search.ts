const waitMs = 120

/** Marks lines as somebody types; Enter goes from one to the next. All of a log that is not here is for the server. */
export function enhanceLogSearch(log: HTMLElement): void {
  const form = log.querySelector<HTMLFormElement>('.log-search')
  const input = form?.querySelector<HTMLInputElement>('input[name="q"]') ?? null
  const output = form?.querySelector('output') ?? null
  if (form === null || input === null || log.querySelector('.log-job') === null) return
  let timer = 0
  const count = (): void => {
    const found = mark(log, input.value.trim().toLowerCase())
    if (output !== null) output.textContent = input.value.trim() === '' ? '' : `${found} here`
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(count, waitMs)
  })
  form.addEventListener('submit', (event) => {
    if (log.dataset['whole'] === undefined) return
    event.preventDefault()
    count()
    next(log)
  })
}

function mark(log: HTMLElement, text: string): number {
  let found = 0
  for (const line of log.querySelectorAll('.log-line')) {
    const isHit = text !== '' && (line.textContent ?? '').toLowerCase().includes(text)
    if (isHit) found++
    line.classList.toggle('log-hit', isHit)
    if (!isHit) line.classList.remove('log-here')
  }
  return found
}

function next(log: HTMLElement): void {
  const hits = [...log.querySelectorAll<HTMLElement>('.log-hit')]
  const current = hits.findIndex((line) => line.classList.contains('log-here'))
  const target = hits[(current + 1) % hits.length]
  if (target === undefined) return
  hits[current]?.classList.remove('log-here')
  target.classList.add('log-here')
  showLine(target)
}

/** Unfolds what it lies in. */
export function showLine(line: Element): void {
  for (let fold = line.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) {
    fold.open = true
  }
  line.scrollIntoView({ block: 'center' })
}
