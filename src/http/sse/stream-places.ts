import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { queueOf } from '../../core/queue-of.ts'

/** Every page of a conversation has one open, and many people may share an address. */
const mostOfStranger = 100

/**
 * For a stream that is over when `work` is. It takes memory for as long as its reader likes, and nobody knows strangers.
 * Who has signed in may have as many as there is memory for: a program that listens for many people has one account.
 */
export async function inStreamPlace<T>(
  app: Pick<App, 'streamPlaces'>,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  if (userOf(actor) !== null) return work()
  const leave = app.streamPlaces.take(queueOf(actor), mostOfStranger)
  try {
    return await work()
  } finally {
    leave()
  }
}
