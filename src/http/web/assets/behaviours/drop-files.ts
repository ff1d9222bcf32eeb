interface Dropped {
  readonly files: readonly File[]
  /** By their names: what is in them does not come along. */
  readonly folders: readonly string[]
}

/** A place that takes files which are dropped on it, and shows it. */
export function takeDrops(place: HTMLElement, take: (dropped: Dropped) => void): void {
  place.querySelector('[data-drop-hint]')?.removeAttribute('hidden')
  place.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    place.dataset['dropping'] = ''
  })
  place.addEventListener('dragleave', ({ relatedTarget }) => {
    const isStillThere = relatedTarget instanceof Node && place.contains(relatedTarget)
    if (!isStillThere) delete place.dataset['dropping']
  })
  place.addEventListener('drop', (event) => {
    delete place.dataset['dropping']
    const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
    if (items.length === 0) return
    event.preventDefault()
    const [files, folders]: [File[], string[]] = [[], []]
    for (const item of items) {
      const entry = item.webkitGetAsEntry()
      const file = item.getAsFile()
      if (entry?.isDirectory === true) folders.push(entry.name)
      else if (file !== null) files.push(file)
    }
    take({ files, folders })
  })
}
