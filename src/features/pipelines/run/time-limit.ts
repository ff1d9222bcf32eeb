/** Ends when what it is made from ends, or when the time is over. */
export interface TimeLimit {
  readonly signal: AbortSignal
  hasRunOut(): boolean
  /** Its work is done: the clock need not go on. */
  clear(): void
}

/** Null: no limit of its own. */
export function timeLimit(outer: AbortSignal | TimeLimit, seconds: number | null): TimeLimit {
  const parent = outer instanceof AbortSignal ? { signal: outer, hasRunOut: () => false } : outer
  if (seconds === null) return { ...parent, clear: () => undefined }
  const over = new AbortController()
  const timer = setTimeout(() => over.abort('time'), seconds * 1000)
  return {
    signal: AbortSignal.any([parent.signal, over.signal]),
    hasRunOut: () => over.signal.aborted || parent.hasRunOut(),
    clear: () => clearTimeout(timer),
  }
}
