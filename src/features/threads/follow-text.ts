import type { KnownActor } from '../../core/actor.ts'
import { referencesIn, withoutCode } from '../../core/references.ts'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { recordMentions } from './record-mentions.ts'
import { recordReferences } from './record-references.ts'
import type { Thread } from './thread.ts'

export interface SaidText {
  readonly repo: Repo
  readonly thread: Thread
  /** Null for what the thread itself says. */
  readonly commentId: number | null
  /** The review that says it, or that the comment is a part of. */
  readonly reviewId?: number | undefined
  readonly text: string
  /** It was written on another server, and somebody here has changed something about it. */
  readonly isForeign?: boolean
}

/** What follows from something that was said, anew or in other words: people are called, other threads are told. */
export async function followText(tx: Tx, actor: KnownActor, said: SaidText): Promise<void> {
  const found = referencesIn(withoutCode(said.text)).map(({ reference }) => reference)
  if (said.isForeign !== true) await recordMentions(tx, actor, said, found)
  const { repo, thread } = said
  const source = {
    key: `t${thread.id}`,
    name: `${repo.owner}/${repo.slug}#${thread.number}`,
    repo,
    threadId: thread.id,
  }
  await recordReferences(tx, actor, source, found)
}
