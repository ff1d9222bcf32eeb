/** The number under a text follows what is typed. Without a script it stays what it was when the page came. */
export function enhanceLineCounts(): void {
  for (const area of document.querySelectorAll<HTMLTextAreaElement>('textarea[data-counts-lines]')) {
    const shown = document.querySelector(`#${CSS.escape(area.dataset['countsLines'] ?? '')}`)
    if (shown === null) continue
    const count = () => {
      const text = area.value
      const breaks = text.split('\n').length
      const lines = text === '' ? 0 : text.endsWith('\n') ? breaks - 1 : breaks
      shown.textContent = lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`
    }
    area.addEventListener('input', count)
    addEventListener('pageshow', count)
  }
}
