/** For several who take from one list: a generator keeps those waiting who ask while it is at work, and ends for all. */
export async function* share<T>(list: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let next = await list.next(); next.done !== true; next = await list.next()) yield next.value
}
