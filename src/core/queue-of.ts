import { type Actor, userOf } from './actor.ts'
import { networkOf } from './address.ts'

/** Whose turn it is when there is a queue: an account's, or for strangers an address's. */
export function queueOf(actor: Actor): string {
  const user = userOf(actor)
  return user === null ? networkOf(actor.via.ip ?? '') : `user ${user.id}`
}
