import type { Readable, Writable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { receivePack } from '../../git/receive-pack.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { judgePush } from './judge-push.ts'
import { holdEntry, type JournalEntry, openJournal } from './push-journal.ts'
import { settlePush } from './settle-push.ts'

export interface Wire {
  readonly protocol: string
  /** HTTP asks once per request; SSH speaks on one connection. */
  readonly stateless: boolean
  readonly input: Readable
  readonly output: Writable
}

const nothingToRelease = (): void => undefined

/** Takes a push into a repository that the gate has opened for writing. */
export async function receivePush(
  app: Pick<App, 'config' | 'db' | 'git' | 'hooks' | 'log' | 'objects'>,
  actor: Actor,
  repo: OpenRepo,
  wire: Wire,
): Promise<void> {
  let entry: JournalEntry | null = null
  let release = nothingToRelease
  try {
    await receivePack({
      git: app.git,
      dir: repoDirectory(app.config, repo),
      hooks: app.hooks,
      maxBytes: app.config.MAX_PUSH_BYTES,
      ...wire,
      decide: async (proposal) => {
        const refusal = await judgePush(app, { actor, repo, way: 'push' }, proposal)
        if (refusal !== null) return refusal
        entry = await openJournal(app, actor, repo, proposal.changes)
        release = holdEntry(app, entry)
        return null
      },
      settle: async (moved) => {
        if (entry !== null) await settlePush(app, entry, moved)
      },
    })
  } finally {
    release()
  }
}
