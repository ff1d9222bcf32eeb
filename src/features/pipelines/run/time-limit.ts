/** Ends when what it is made from ends, or when the time is over. */
export interface TimeLimit {
  readonly signal: AbortSignal
  hasRunOut(): boolean
  /** Its work is done: the clock need not go on. */
  clear(): void
}

export function timeLimit(outer: AbortSignal, seconds: number): TimeLimit {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort('time'), seconds * 1000)
  return {
    signal: AbortSignal.any([outer, over.signal]),
    hasRunOut: () => over.signal.aborted,
    clear: () => clearTimeout(timer),
  }
}
