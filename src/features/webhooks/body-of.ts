import type { App } from '../../app.ts'
import { matchesPattern } from '../../core/match-pattern.ts'
import { branchOf, parseRefName } from '../../core/ref-name.ts'
import type { HookNote } from '../../outbox/hook-notes.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { describePush } from './describe-push.ts'
import { describeRelease } from './describe-release.ts'
import type { DeliveryRow, HookRow } from './hook-lease.ts'

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>
type Source = HookNote & { readonly repoId: number | null }

/** What a receiver is sent; null when it does not care about this branch, or the thing is gone by now. */
export async function bodyOf(app: Needs, hook: HookRow, delivery: DeliveryRow): Promise<string | null> {
  const source = JSON.parse(delivery.source) as Source
  const payload = await payloadOf(app, hook, source)
  return payload === null ? null : JSON.stringify(payload)
}

async function payloadOf(app: Needs, hook: HookRow, source: Source): Promise<object | null> {
  const repo = source.repoId === null ? null : await findRepoById(app.db, source.repoId)
  if (source.event === 'ping') {
    const repository = repo === null ? {} : { repository: { id: repo.uuid, slug: repo.slug, owner: repo.owner } }
    return { zen: 'Strike while the iron is hot.', hook_id: hook.uuid, ...repository }
  }
  if (repo === null) return null
  switch (source.event) {
    case 'push':
    case 'create':
    case 'delete':
      return isWanted(hook.branch_filter, source.ref) ? describePush(app, repo, source) : null
    case 'release':
      return describeRelease(app, repo, source)
  }
}

/** A filter speaks of branches: tags and the like pass when there is none. */
function isWanted(filter: string, refText: string): boolean {
  if (filter === '') return true
  const ref = parseRefName(refText)
  const branch = ref === null ? null : branchOf(ref)
  return branch !== null && filter.split(',').some((pattern) => matchesPattern(pattern.trim(), branch))
}
