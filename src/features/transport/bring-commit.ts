import type { App } from '../../app.ts'
import { conflict } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import { bringObjects, sizeToBring, type Way } from '../../git/bring-objects.ts'
import { takePointedFiles } from '../lfs/take-pointed-files.ts'
import { inRoom } from '../quota/take-room.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

const mostKnown = 200

/**
 * A repository gets what it has not of a commit that a relative has, with the large files that it points to; not before
 * everybody's eyes, if that is private.
 */
export async function bringCommit(
  app: Pick<App, 'config' | 'db' | 'git' | 'objects'>,
  { from, to }: { readonly from: Repo; readonly to: Repo },
  commit: Sha,
): Promise<void> {
  if (to.isPublic && !from.isPublic) {
    throw conflict(`${to.owner}/${to.slug} is public, and what it would get here is private: make it private first`)
  }
  if (from.id === to.id) return
  const way = { from: repoDirectory(app.config, from), to: repoDirectory(app.config, to) }
  const known = await recentTips(app, to)
  await bring(app, way, { to, commit, known })
  // After a crash the commit may have come and its files not.
  await takePointedFiles(app, { from, to }, { head: commit, known })
}

async function bring(
  app: Pick<App, 'config' | 'db' | 'git' | 'objects'>,
  way: Way,
  { to, commit, known }: { readonly to: Repo; readonly commit: Sha; readonly known: readonly Sha[] },
): Promise<void> {
  if ((await app.objects.info(way.to, commit)) !== null) return
  const bytes = await sizeToBring(app.git, way, commit, known)
  await inRoom(app, to, bytes, () => bringObjects(app.git, way, commit, known))
}

/** What a repository has, as far as that says enough: more would only make the question longer. */
export async function recentTips(app: Pick<App, 'db'>, repo: Repo): Promise<readonly Sha[]> {
  const rows = await app.db
    .selectFrom('refs')
    .select('peeled')
    .where('repo_id', '=', repo.id)
    .where('name', 'like', 'refs/heads/%')
    .orderBy('updated_at', 'desc')
    .limit(mostKnown)
    .execute()
  return rows.map(({ peeled }) => requireSha(peeled))
}
