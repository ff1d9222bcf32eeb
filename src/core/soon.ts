/**
 * A value, or the promise of one. Most requests are answered from memory and need not wait for anything: each promise on
 * their way would cost them a turn.
 */
export type Soon<T> = T | Promise<T>

export function andThen<T, U>(value: Soon<T>, use: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/** `rescue` hears of what went wrong, whether at once or later. */
export function orElse<T>(work: () => Soon<T>, rescue: (error: unknown) => Promise<T>): Soon<T> {
  try {
    const value = work()
    return value instanceof Promise ? value.catch(rescue) : value
  } catch (error) {
    return rescue(error)
  }
}
