import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { queueOf } from '../../core/queue-of.ts'

/** Every page of a conversation has one open, and many people may share an address. */
const mostOfStranger = 100
const mostOfAccount = 500

/** A stream takes memory for as long as its reader likes. Returns how to give its place back. */
export function takeStreamPlace(app: Pick<App, 'streamPlaces'>, actor: Actor): () => void {
  return app.streamPlaces.take(queueOf(actor), userOf(actor) === null ? mostOfStranger : mostOfAccount)
}

/** For a stream that is over when `work` is. */
export async function inStreamPlace<T>(
  app: Pick<App, 'streamPlaces'>,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  const leave = takeStreamPlace(app, actor)
  try {
    return await work()
  } finally {
    leave()
  }
}
