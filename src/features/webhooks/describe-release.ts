import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { HookNote } from '../../outbox/hook-notes.ts'
import { findPublishedRelease } from '../releases/find-published-release.ts'
import { describeRepo, describeSender } from './describe-repo.ts'

type ReleaseNote = Extract<HookNote, { event: 'release' }>

export async function describeRelease(
  app: Pick<App, 'db' | 'records'>,
  repo: Repo,
  note: ReleaseNote,
): Promise<object | null> {
  const release = await findPublishedRelease(app, repo, note.releaseId)
  if (release === null) return null
  return {
    action: note.action,
    repository: describeRepo(app, repo),
    sender: await describeSender(app, note.senderId),
    release: app.records.release(release),
  }
}
