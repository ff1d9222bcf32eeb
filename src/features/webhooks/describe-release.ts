import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { ReleaseNote } from '../../outbox/hook-notes.ts'
import type { Release } from '../releases/release.ts'
import { describeRepo, describeSender } from './describe-repo.ts'

/** What became of a release, with the release as it was then; null where an earlier version did not keep that. */
export async function describeRelease(
  app: Pick<App, 'db' | 'records'>,
  repo: Repo,
  { action, senderId, changes, records }: Omit<ReleaseNote, 'records'> & { readonly records?: Release },
): Promise<object | null> {
  if (records === undefined) return null
  return {
    action,
    repository: describeRepo(app, repo),
    sender: await describeSender(app, senderId),
    release: app.records.release(records),
    ...(changes === null ? {} : { changes }),
  }
}
