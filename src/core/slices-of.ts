/** All of them in their order, so many at a time: a statement takes only so many values, and nobody waits long for one. */
export function* slicesOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
