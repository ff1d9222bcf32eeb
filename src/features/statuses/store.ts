import { mapPage, type Page, type PageRequest } from '../../core/page.ts'
import type { Sha } from '../../core/sha.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { preparedList } from '../../db/prepared.ts'
import { readPage } from '../../db/read-page.ts'
import { uuid } from '../../db/uuid.ts'
import type { CommitStatus, StatusState } from './status.ts'

function select(reader: Reader, repoId: number, sha: string) {
  return reader
    .selectFrom('commit_statuses')
    .leftJoin('owners', 'owners.id', 'commit_statuses.creator_id')
    .selectAll('commit_statuses')
    .select('owners.name as creator_name')
    .where('repo_id', '=', repoId)
    .where('sha', '=', sha)
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export interface StatusValues {
  readonly state: StatusState
  readonly context: string
  readonly description: string
  readonly targetUrl: string | null
}

export interface NewStatus extends StatusValues {
  readonly repoId: number
  readonly sha: Sha
  /** Null: the service itself. */
  readonly creatorId: number | null
}

export async function insertStatus(tx: Tx, values: NewStatus): Promise<CommitStatus> {
  const { id } = await tx
    .insertInto('commit_statuses')
    .values({
      uuid: uuid(),
      repo_id: values.repoId,
      sha: values.sha,
      context: values.context,
      state: values.state,
      description: values.description,
      target_url: values.targetUrl,
      creator_id: values.creatorId,
      created_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.notify('checks', String(values.repoId))
  const query = select(tx, values.repoId, values.sha).where('commit_statuses.id', '=', id)
  return toStatus(await query.executeTakeFirstOrThrow())
}

/** How many a commit has of one check, and of how many checks. */
export async function countStatuses(reader: Reader, repoId: number, sha: string, context: string) {
  const row = await reader
    .selectFrom('commit_statuses')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('context', '=', context).as('same'),
      eb.fn.count<number>('context').distinct().as('contexts'),
    ])
    .where('repo_id', '=', repoId)
    .where('sha', '=', sha)
    .executeTakeFirstOrThrow()
  return { same: Number(row.same), contexts: Number(row.contexts) }
}

export async function pageOfStatuses(
  reader: Reader,
  repoId: number,
  sha: Sha,
  request: PageRequest,
): Promise<Page<CommitStatus>> {
  const query = select(reader, repoId, sha).orderBy('commit_statuses.id', 'desc')
  return mapPage(await readPage(query, request), toStatus)
}

/** The newest of each context, by context. */
export async function readLatest(reader: Reader, repoId: number, sha: string): Promise<readonly CommitStatus[]> {
  const newest = reader
    .selectFrom('commit_statuses as all')
    .select((eb) => eb.fn.max('all.id').as('id'))
    .where('all.repo_id', '=', repoId)
    .where('all.sha', '=', sha)
    .groupBy('all.context')
  const rows = await select(reader, repoId, sha)
    .where('commit_statuses.id', 'in', newest)
    .orderBy('commit_statuses.context')
    .execute()
  return rows.map(toStatus)
}

/** The newest of each context, of several commits at once. */
export async function readLatestOf(
  reader: Reader,
  repoId: number,
  shas: readonly string[],
): Promise<readonly Pick<CommitStatus, 'sha' | 'state' | 'targetUrl'>[]> {
  return latestOf(reader, shas, { repoId })
}

const latestOf = preparedList((db, shas: readonly string[], its: { repoId: number }) =>
  db
    .selectFrom('commit_statuses')
    .select(['sha', 'state', 'target_url as targetUrl'])
    .where('id', 'in', (newest) =>
      newest
        .selectFrom('commit_statuses as all')
        .select((eb) => eb.fn.max('all.id').as('id'))
        .where('all.repo_id', '=', its.repoId)
        .where('all.sha', 'in', shas)
        .groupBy(['all.sha', 'all.context']),
    )
    .orderBy('id'),
)

/** What commits were checked by, without a word of how it went. */
export async function readContextsOf(
  reader: Reader,
  repoId: number,
  shas: readonly string[],
  most: number,
): Promise<readonly string[]> {
  if (shas.length === 0) return []
  const rows = await reader
    .selectFrom('commit_statuses')
    .select('context')
    .distinct()
    .where('repo_id', '=', repoId)
    .where('sha', 'in', shas)
    .orderBy('context')
    .limit(most)
    .execute()
  return rows.map(({ context }) => context)
}

function toStatus(row: Row): CommitStatus {
  return {
    id: row.id,
    uuid: row.uuid,
    sha: row.sha,
    context: row.context,
    state: row.state,
    description: row.description,
    targetUrl: row.target_url,
    creator: row.creator_name,
    createdAt: row.created_at,
  }
}
