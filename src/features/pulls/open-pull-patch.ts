import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { streamDiff, streamSeries } from '../../git/stream-patch.ts'
import { sendInTurn } from '../contents/send-in-turn.ts'
import type { PatchText } from '../diffs/open-patch.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { openPull, type PullRef } from './require-pull.ts'

/** What a pull request changes, as the text that git's own programs take: as a whole, or commit by commit. */
export async function openPullPatch(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'paces' | 'passing' | 'turns'>,
  actor: Actor,
  ref: PullRef,
  format: 'patch' | 'diff',
): Promise<PatchText> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'read' })
  const dir = repoDirectory(app.config, repo)
  const { seenHead: head, targetSha: base } = pull
  const from = pull.mergeBase ?? base
  const make = (): Readable =>
    format === 'patch' ? streamSeries(app.git, dir, { base, head }) : streamDiff(app.git, dir, { from, to: head })
  return {
    etag: `${format === 'patch' ? base : from}-${head}-${format}`,
    isPublic: repo.isPublic,
    open: () => sendInTurn(app, actor, 'patch', make),
  }
}
