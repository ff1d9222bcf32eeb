import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { conflict, Fault, forbidden } from '../../core/errors.ts'
import type { Tx } from '../../db/handle.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { updateRefs } from '../../git/update-refs.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { inTheWayOf } from './find-in-the-way.ts'
import { judgePush } from './judge-push.ts'
import type { Purpose } from './purpose.ts'
import { holdEntry, openJournal } from './push-journal.ts'
import { settlePush } from './settle-push.ts'

export interface RefMove {
  readonly actor: Actor
  /** As the gate has opened it for writing. */
  readonly repo: OpenRepo
  /**
   * `merge`: the refs move because a pull request is merged, which protections treat apart. `keep`: they are our own,
   * which nobody else may move. `mirror`: they are made as they are on the server that the repository follows.
   */
  readonly way: 'push' | 'merge' | 'keep' | 'mirror'
  readonly purpose?: Purpose
  /** See `NewEntry`. */
  readonly claim?: (tx: Tx) => Promise<void>
}

/** Somebody was faster. Whoever can begin anew from where the refs are now may do so. */
export class RefsOvertaken extends Fault {
  constructor(names: string) {
    const message = `Somebody else has changed ${names} in the meantime: reload and try again`
    super('conflict', message, { code: 'CONFLICT' })
  }
}

/**
 * Moves refs from inside, all or none, to objects that have been written: by the same gate, journal and effects as a
 * push over git, so that nobody can tell the two apart. Each ref moves only from where the caller saw it; when somebody
 * was faster, nothing moves and that is a conflict.
 */
export async function moveRefs(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>,
  move: RefMove,
  changes: readonly RefChange[],
): Promise<void> {
  const refusal = await judgePush(app, move, { changes, unusable: [], quarantine: null, gitProcess: null })
  if (refusal !== null) throw forbidden(refusal)
  await app.passing('push.judged')
  const { purpose, claim } = move
  const entry = await openJournal(app, move.actor, move.repo, { changes, gitProcess: null, purpose, claim })
  await app.passing('push.journaled')
  const dir = repoDirectory(app.config, move.repo)
  const release = holdEntry(app, entry)
  try {
    const update = await updateRefs(app.git, dir, changes).catch(async (error: unknown) => {
      // Git failed, perhaps after the fact: the refs themselves say what came of it.
      await settlePush(app, entry)
      throw error
    })
    await app.passing('refs.moved')
    await settlePush(app, entry, new Set(update.moved ? changes.map((change) => change.ref) : []))
    if (!update.moved) throw overtaken(changes, update.inTheWay)
  } finally {
    release()
  }
}

function overtaken(changes: readonly RefChange[], inTheWay: string | null): Fault {
  const names = changes.map((change) => change.ref).join(', ')
  return inTheWay === null ? new RefsOvertaken(names) : conflict(inTheWayOf(inTheWay, names))
}
