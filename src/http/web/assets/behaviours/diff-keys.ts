import { isWriting } from './keys.ts'

/** `n` and `p` lead to the next and the previous change, through all files of the page. */
export function enhanceDiffKeys(): void {
  if (document.querySelector('.diff-lines') === null) return
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isWriting(event.target)) return
    if (event.key === 'n') go(1)
    else if (event.key === 'p') go(-1)
  })
}

function go(step: 1 | -1): void {
  // Looked for anew each time: files may have been opened or widened since.
  const starts = changeStarts()
  const current = starts.findIndex((row) => row.classList.contains('diff-current'))
  const target = starts[current === -1 ? nearest(starts, step) : current + step]
  if (target === undefined) return
  starts[current]?.classList.remove('diff-current')
  target.closest('details')?.setAttribute('open', '')
  target.classList.add('diff-current')
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'center' })
}

/** From what the reader sees: the first change below the top of the window, or the last one above it. */
function nearest(starts: readonly HTMLTableRowElement[], step: 1 | -1): number {
  const below = starts.findIndex((row) => row.getBoundingClientRect().top >= 0 && row.checkVisibility())
  if (step === 1) return below === -1 ? starts.length : below
  return below === -1 ? starts.length - 1 : below - 1
}

/** The first line of each run of lines that came or went. */
function changeStarts(): readonly HTMLTableRowElement[] {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('.diff-lines tr')]
  return rows.filter(
    (row, at) => isChange(row) && !(isChange(rows[at - 1]) && rows[at - 1]?.parentNode === row.parentNode),
  )
}

function isChange(row: HTMLTableRowElement | undefined): boolean {
  return (
    row !== undefined &&
    (row.matches('.diff-add, .diff-remove') || row.querySelector('.diff-add, .diff-remove') !== null)
  )
}
