import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Actor } from '../core/actor.ts'
import { queueOf } from '../core/queue-of.ts'

/** What is smaller may be in memory without asking. */
const freeBytes = 1024 * 1024

/** Whether the body of a request, which is going to be held in memory, may be large. */
export function isLarge({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > freeBytes
}

/** Before a large body is read: so many are in memory at once, and few of them one caller's, until they are answered. */
export async function awaitRoom(app: Pick<App, 'turns'>, actor: Actor, reply: FastifyReply): Promise<void> {
  const turn = await app.turns.form.take(queueOf(actor))
  if (reply.raw.destroyed) turn.end()
  else reply.raw.once('close', () => turn.end())
}
