import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { notFound } from '../../core/errors.ts'
import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { RecordId } from '../../core/record-id.ts'
import type { Repo } from '../../core/repo.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import { readPage } from '../../db/read-page.ts'
import type { Schema } from '../../db/schema.ts'
import { uuid } from '../../db/uuid.ts'
import { assetsOf } from './asset-store.ts'
import type { Release, ReleaseAsset, ReleaseValues } from './release.ts'

export interface Sight {
  readonly drafts: boolean
}

type Row = Selectable<Schema['releases']> & { readonly author: string | null; readonly commit_sha: string | null }

function select(reader: Reader, repo: Repo, sight: Sight) {
  const all = reader
    .selectFrom('releases')
    .leftJoin('owners', 'owners.id', 'releases.author_id')
    .leftJoin('refs', (join) =>
      join
        .onRef('refs.repo_id', '=', 'releases.repo_id')
        .on('refs.name', '=', sql<string>`'refs/tags/' || releases.tag_name`),
    )
    .selectAll('releases')
    .select(['owners.name as author', 'refs.peeled as commit_sha'])
    .where('releases.repo_id', '=', repo.id)
  return sight.drafts ? all : all.where('is_draft', '=', 0)
}

export async function pageOfReleases(
  reader: Reader,
  repo: Repo,
  sight: Sight,
  request: PageRequest,
): Promise<Page<Release>> {
  const query = select(reader, repo, sight).orderBy('releases.created_at', 'desc').orderBy('releases.id', 'desc')
  const page = await readPage(query, request)
  const assets = await assetsOf(
    reader,
    page.items.map((row) => row.id),
  )
  return mapPage(page, (row) => toRelease(row, repo, assets.get(row.id) ?? []))
}

export async function countVisible(reader: Reader, repo: Repo, sight: Sight): Promise<number> {
  const [row] = await counted(reader, { repoId: repo.id, mostDraft: Number(sight.drafts) })
  return Number(row?.count)
}

const counted = prepared((db, its: { repoId: number; mostDraft: number }) =>
  db
    .selectFrom('releases')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('repo_id', '=', its.repoId)
    .where('is_draft', '<=', its.mostDraft),
)

export type ReleaseKey = RecordId | { readonly tagName: string } | 'latest'

export async function findRelease(reader: Reader, repo: Repo, sight: Sight, key: ReleaseKey): Promise<Release | null> {
  const all = select(reader, repo, sight)
  const query =
    key === 'latest'
      ? all
          .where('is_draft', '=', 0)
          .where('is_prerelease', '=', 0)
          .orderBy('published_at', 'desc')
          .orderBy('releases.id', 'desc')
          .limit(1)
      : 'tagName' in key
        ? all.where('tag_name', '=', key.tagName)
        : 'uuid' in key
          ? all.where('releases.uuid', '=', key.uuid)
          : all.where('releases.id', '=', key.id)
  const row = await query.executeTakeFirst()
  if (row === undefined) return null
  return toRelease(row, repo, (await assetsOf(reader, [row.id])).get(row.id) ?? [])
}

/** Those that everybody sees, without their files; the one published last first. */
export async function listPublished(
  reader: Reader,
  repo: Repo,
  { prereleases, most }: { readonly prereleases: boolean; readonly most: number },
): Promise<readonly Pick<Release, 'tagName' | 'commitSha'>[]> {
  const all = select(reader, repo, { drafts: false }).orderBy('published_at', 'desc').orderBy('releases.id', 'desc')
  const wanted = prereleases ? all : all.where('is_prerelease', '=', 0)
  const rows = await wanted.limit(most).execute()
  return rows.map((row) => ({ tagName: row.tag_name, commitSha: row.commit_sha }))
}

/** Null when the tag has one already. */
export async function insertRelease(
  tx: Tx,
  repoId: number,
  authorId: number,
  values: ReleaseValues,
): Promise<number | null> {
  const row = await tx
    .insertInto('releases')
    .values({
      uuid: uuid(),
      repo_id: repoId,
      author_id: authorId,
      ...columns(values),
      created_at: tx.now,
      updated_at: tx.now,
      published_at: values.isDraft ? null : tx.now,
      first_published_at: values.isDraft ? null : tx.now,
    })
    .onConflict((oc) => oc.columns(['repo_id', 'tag_name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function saveRelease(tx: Tx, before: Release, values: ReleaseValues): Promise<boolean> {
  const first = before.firstPublishedAt ?? (values.isDraft ? null : tx.now)
  const saved = await tx
    .updateTable('releases')
    .set({
      ...columns(values),
      updated_at: tx.now,
      published_at: values.isDraft ? null : first,
      first_published_at: first,
    })
    .where('id', '=', before.id)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

export async function deleteReleaseRow(tx: Tx, id: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('releases').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** False when it is gone. Until the end of the transaction nobody else can delete it. */
async function holdRelease(tx: Tx, id: number): Promise<boolean> {
  const held = await tx.updateTable('releases').set({ updated_at: tx.now }).where('id', '=', id).executeTakeFirst()
  return held.numUpdatedRows === 1n
}

/** As it is now, and held: of two changes at once, the second builds on the first. */
export async function requireHeld(tx: Tx, repo: Repo, id: number): Promise<Release> {
  const release = (await holdRelease(tx, id)) ? await findRelease(tx, repo, { drafts: true }, { id }) : null
  if (release === null) throw notFound('RELEASE')
  return release
}

function columns(values: ReleaseValues) {
  return {
    tag_name: values.tagName,
    target: values.target,
    name: values.name,
    body: values.body,
    is_draft: values.isDraft ? 1 : 0,
    is_prerelease: values.isPrerelease ? 1 : 0,
  }
}

function toRelease(row: Row, repo: Repo, assets: readonly ReleaseAsset[]): Release {
  return {
    id: row.id,
    uuid: row.uuid,
    repo: { owner: repo.owner, slug: repo.slug },
    tagName: row.tag_name,
    target: row.target,
    name: row.name,
    body: row.body,
    isDraft: row.is_draft === 1,
    isPrerelease: row.is_prerelease === 1,
    author: row.author,
    commitSha: row.commit_sha,
    assets,
    createdAt: row.created_at,
    publishedAt: row.published_at,
    firstPublishedAt: row.first_published_at ?? row.published_at,
  }
}
