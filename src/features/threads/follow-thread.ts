import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { followNews, type Source } from '../access/follow-news.ts'
import { openThread, readNeed, type ThreadRef } from './open-threads.ts'

/** Whenever something was said or done in a thread; of a pull request, also when a check has news. */
export async function followThread(
  app: Pick<App, 'clock' | 'db'>,
  actor: Actor,
  ref: ThreadRef,
): Promise<(signal: AbortSignal) => AsyncGenerator<'changed'>> {
  const { repo, thread } = await openThread(app, actor, ref, 'read')
  const checks: readonly Source[] = ref.kind === 'pull' ? [['checks', repo.id]] : []
  const sources: readonly Source[] = [['threads', thread.id], ...checks]
  return (signal) => followNews(app, actor, { repo, need: readNeed(ref.kind), sources }, signal)
}
