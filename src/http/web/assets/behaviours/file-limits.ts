/** What a form would not take is refused where it is chosen: nothing that was typed beside it is sent in vain. */
export function enhanceFileLimits(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset['mostBytes'] === undefined) return
    target.setCustomValidity(refusalOf(target))
    target.reportValidity()
  })
}

function refusalOf({ files, dataset }: HTMLInputElement): string {
  const chosen = [...(files ?? [])]
  const [mostFiles, mostBytes] = [Number(dataset['mostFiles']), Number(dataset['mostBytes'])]
  if (chosen.length > mostFiles) return `These are ${chosen.length} files: choose at most ${mostFiles}.`
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= mostBytes) return ''
  return `These have ${mebibytes(bytes)} MiB together: choose at most ${mebibytes(mostBytes)} MiB.`
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 1 })
}
