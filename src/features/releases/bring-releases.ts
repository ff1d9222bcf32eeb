import { Pace } from '../../core/pace.ts'
import type { Tx } from '../../db/handle.ts'
import { uuid } from '../../db/uuid.ts'
import type { ReleaseValues } from './release.ts'

export type BroughtRelease = Pick<ReleaseValues, 'tagName' | 'name' | 'body' | 'isPrerelease'> & {
  readonly publishedAt: number
}

/** Keeps what was published on another server, of tags that are here and have no release. Nobody is told. Returns how many. */
export async function bringReleases(tx: Tx, repoId: number, releases: readonly BroughtRelease[]): Promise<number> {
  const pace = new Pace()
  let added = 0
  for (const { tagName, name, body, isPrerelease, publishedAt } of releases) {
    await pace.isOver()
    const tags = tx.selectFrom('refs').select('name').where('repo_id', '=', repoId)
    if ((await tags.where('name', '=', `refs/tags/${tagName}`).executeTakeFirst()) === undefined) continue
    const row = await tx
      .insertInto('releases')
      .values({
        uuid: uuid(),
        repo_id: repoId,
        tag_name: tagName,
        name,
        body,
        is_draft: 0,
        is_prerelease: isPrerelease ? 1 : 0,
        author_id: null,
        created_at: publishedAt,
        updated_at: publishedAt,
        published_at: publishedAt,
        first_published_at: publishedAt,
        target: null,
      })
      .onConflict((oc) => oc.columns(['repo_id', 'tag_name']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) added++
  }
  return added
}
