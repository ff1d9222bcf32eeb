import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import { readPage } from '../../db/read-page.ts'
import type { Pull } from './pull.ts'
import { openForPulls } from './require-pull.ts'
import { readPulls } from './select-pulls.ts'

export const pullSorts = ['newest', 'oldest', 'updated', 'comments'] as const

export interface PullFilter {
  readonly state?: 'open' | 'closed' | 'merged' | 'all' | undefined
  /** All of them. */
  readonly labels?: readonly string[] | undefined
  readonly author?: string | undefined
  readonly assignee?: string | undefined
  /** Whose review is asked for. */
  readonly reviewer?: string | undefined
  readonly sourceBranch?: string | undefined
  readonly targetBranch?: string | undefined
  readonly isDraft?: boolean | undefined
  /** A part of the title. */
  readonly text?: string | undefined
  readonly sort?: (typeof pullSorts)[number] | undefined
}

/** The newest first unless said otherwise. */
export async function listPulls(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  { filter, page }: { readonly filter: PullFilter; readonly page: PageRequest },
): Promise<Page<Pull>> {
  const repo = await openForPulls(app, actor, ref, 'read')
  const found = await readPage(sorted(filtered(app.db, repo.id, filter), filter), page)
  const ids = found.items.map(({ id }) => id)
  return { ...found, items: await readPulls(app.db, ids) }
}

function filtered(reader: Reader, repoId: number, filter: PullFilter) {
  let query = reader
    .selectFrom('threads')
    .innerJoin('pulls', 'pulls.thread_id', 'threads.id')
    .select('threads.id')
    .where('threads.repo_id', '=', repoId)
    .where('threads.kind', '=', 'pull')
  const { state = 'open', author, assignee, reviewer, sourceBranch, targetBranch, isDraft, text } = filter
  if (state !== 'all') query = query.where('threads.state', '=', state)
  if (sourceBranch !== undefined) query = query.where('pulls.source_branch', '=', sourceBranch)
  if (targetBranch !== undefined) query = query.where('pulls.target_branch', '=', targetBranch)
  if (isDraft !== undefined) query = query.where('pulls.is_draft', '=', isDraft ? 1 : 0)
  if (text !== undefined && text.trim() !== '') {
    const pattern = `%${text
      .trim()
      .toLowerCase()
      .replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) => sql<boolean>`lower(${eb.ref('threads.title')}) like ${pattern} escape '\\'`)
  }
  const named = (name: string) => reader.selectFrom('owners').select('owners.id').where('name_key', '=', nameKey(name))
  if (author !== undefined) query = query.where('threads.author_id', 'in', named(author))
  if (assignee !== undefined) {
    const theirs = reader.selectFrom('thread_assignees').select('thread_id').where('user_id', 'in', named(assignee))
    query = query.where('threads.id', 'in', theirs)
  }
  if (reviewer !== undefined) {
    const theirs = reader.selectFrom('requested_reviewers').select('thread_id').where('user_id', 'in', named(reviewer))
    query = query.where('threads.id', 'in', theirs)
  }
  for (const label of new Set(filter.labels?.map((name) => nameKey(name.trim())))) {
    const having = reader
      .selectFrom('thread_labels')
      .innerJoin('labels', 'labels.id', 'thread_labels.label_id')
      .select('thread_labels.thread_id')
      .where('labels.repo_id', '=', repoId)
      .where('labels.name_key', '=', label)
    query = query.where('threads.id', 'in', having)
  }
  return query
}

function sorted(query: ReturnType<typeof filtered>, { sort = 'newest' }: PullFilter) {
  switch (sort) {
    case 'newest':
      return query.orderBy('threads.number', 'desc')
    case 'oldest':
      return query.orderBy('threads.number')
    case 'updated':
      return query.orderBy('threads.updated_at', 'desc').orderBy('threads.number', 'desc')
    case 'comments':
      return query.orderBy('threads.comment_count', 'desc').orderBy('threads.number', 'desc')
  }
}
