import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { HookNote } from '../../outbox/hook-notes.ts'
import { findPublishedRelease } from '../releases/find-published-release.ts'

type ReleaseNote = Extract<HookNote, { event: 'release' }>

export async function describeRelease(
  app: Pick<App, 'config' | 'db'>,
  repo: Repo,
  note: ReleaseNote,
): Promise<object | null> {
  const release = await findPublishedRelease(app, repo, note.releaseId)
  if (release === null) return null
  return {
    action: note.action,
    repository: { id: repo.uuid, slug: repo.slug, owner: repo.owner },
    release: {
      id: release.uuid,
      tag_name: release.tagName,
      name: release.name,
      body: release.body,
      draft: release.isDraft,
      prerelease: release.isPrerelease,
      author: release.author,
      commit_sha: release.commitSha,
      published_at: release.publishedAt === null ? null : new Date(release.publishedAt).toISOString(),
      url: `${app.config.BASE_URL}/${repo.owner}/${repo.slug}/releases`,
    },
  }
}
