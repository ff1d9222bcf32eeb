import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { Bell } from '../../core/bell.ts'
import { minute } from '../../core/clock.ts'
import type { Channel } from '../../db/channels.ts'
import type { OpenRepo, RepoNeed } from './require-repo.ts'
import { requireStill } from './require-still.ts'

/** A channel, and what about it is worth a look. */
export type Source = readonly [channel: Channel, about: number]

/** Whoever may not see it any more hears nothing after this. */
const lookAgainMs = minute / 2

/** Says each time that something may have changed, to those who may see it, until they go. */
export async function* followNews(
  app: Pick<App, 'clock' | 'db'>,
  actor: Actor,
  { repo, need, sources }: { readonly repo: OpenRepo; readonly need: RepoNeed; readonly sources: readonly Source[] },
  signal: AbortSignal,
): AsyncGenerator<'changed'> {
  const bell = new Bell(signal)
  const user = userOf(actor)
  // What ends a session ends this at once; another of theirs is no more than one look in vain.
  const all: readonly Source[] = user === null ? sources : [...sources, ['sessions', user.id]]
  const deaf = all.map(([channel, id]) =>
    app.db.listen(channel, (about) => {
      if (about === '' || about === String(id)) bell.ring()
    }),
  )
  try {
    while (!signal.aborted) {
      await bell.heard(lookAgainMs)
      const isNew = bell.reset()
      if (signal.aborted) return
      await requireStill(app, actor, repo, need)
      if (isNew) yield 'changed'
    }
  } finally {
    for (const stop of deaf) stop()
  }
}
