const key = 'wrap lines'

export function storedWrap(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    // Storage may be forbidden: lines are as they are then.
    return false
  }
}

export function storeWrap(wraps: boolean): void {
  try {
    if (wraps) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // As above: the choice holds for this page only.
  }
}

export function applyWrap(wraps: boolean): void {
  document.documentElement.toggleAttribute('data-wrap', wraps)
}
