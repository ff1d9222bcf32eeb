/** Something that a key does on this page. `keys` are pressed one after the other. */
export interface Shortcut {
  readonly keys: string
  readonly does: string
  readonly group: string
  /** Left out where something else on the page listens for it. */
  run?(): void
}

const shortcuts: Shortcut[] = []
const patienceMs = 1500

export function addShortcut(shortcut: Shortcut): void {
  shortcuts.push(shortcut)
}

export function allShortcuts(): readonly Shortcut[] {
  return shortcuts
}

/** One listener for all of them: a key that begins a pair waits for the second. */
export function listenForKeys(): void {
  let begun = ''
  let at = 0
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isWriting(event.target)) return
    if (document.querySelector('dialog[open]') !== null) return
    const typed = begun !== '' && event.timeStamp - at < patienceMs ? `${begun} ${event.key}` : event.key
    const found = shortcuts.find((one) => one.keys === typed && one.run !== undefined)
    begun = found === undefined && shortcuts.some((one) => one.keys.startsWith(`${typed} `)) ? typed : ''
    at = event.timeStamp
    if (found === undefined) return
    event.preventDefault()
    found.run?.()
  })
}

/** A box to tick is nothing to write into. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.matches('input[type="checkbox"]')) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}
