import { PassThrough, type Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { queueOf } from '../../core/queue-of.ts'
import { pour } from '../../git/pour.ts'

/**
 * What a git makes while it is read: an archive, a patch, a large file. The git is there for as long as its reader likes,
 * and may have all of it in memory. A turn lasts until all is made, or whoever wanted it has left; it rests while they do
 * not read.
 */
export async function sendInTurn(
  app: Pick<App, 'paces' | 'turns'>,
  actor: Actor,
  work: 'archive' | 'patch',
  make: () => Readable,
): Promise<Readable> {
  const turn = await app.turns[work].take(queueOf(actor))
  const sent = new PassThrough()
  try {
    void pour(make(), sent, { turn, pace: app.paces.reading })
      .catch((error: Error) => sent.destroy(error))
      .finally(() => turn.end())
  } catch (error) {
    // The repository is elsewhere by now.
    turn.end()
    throw error
  }
  return sent
}
