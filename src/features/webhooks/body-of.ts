import type { App } from '../../app.ts'
import { matchesPattern } from '../../core/match-pattern.ts'
import { branchOf, parseRefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { findRepoById } from '../repos/find-repo.ts'
import type { DeliverySource } from './delivery-source.ts'
import { describePipeline } from './describe-pipeline.ts'
import { describePush } from './describe-push.ts'
import { describeRelease } from './describe-release.ts'
import { describeRepo } from './describe-repo.ts'
import { describeThread } from './describe-thread.ts'
import type { DeliveryRow, HookRow } from './hook-lease.ts'
import { sayInChat } from './say-in-chat.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'history' | 'objects' | 'records'>

/** What a receiver is sent; null when it does not care about this branch, or the thing is gone by now. */
export async function bodyOf(app: Needs, hook: HookRow, delivery: DeliveryRow): Promise<string | null> {
  const source = JSON.parse(delivery.source) as DeliverySource
  const repo = source.repoId === null ? null : await findRepoById(app.db, source.repoId)
  if (repo === null && source.event !== 'ping') return null
  if ('ref' in source && !isWanted(hook.branch_filter, source.ref)) return null
  const payload = await (hook.content_type === 'chat'
    ? messageOf(app, repo, source)
    : payloadOf(app, hook, repo, source))
  return payload === null ? null : JSON.stringify(payload)
}

async function messageOf(app: Needs, repo: Repo | null, source: DeliverySource): Promise<object | null> {
  const text = await sayInChat(app, repo, source)
  return text === null ? null : { text }
}

async function payloadOf(app: Needs, hook: HookRow, repo: Repo | null, source: DeliverySource): Promise<object | null> {
  if (source.event === 'ping') {
    const repository = repo === null ? {} : { repository: describeRepo(app, repo) }
    return { zen: 'Strike while the iron is hot.', hook_id: app.records.id(hook), ...repository }
  }
  if (repo === null) return null
  switch (source.event) {
    case 'push':
    case 'create':
    case 'delete':
      return describePush(app, repo, source)
    case 'release':
      return describeRelease(app, repo, source)
    case 'pipeline':
      return describePipeline(app, repo, source)
    case 'issues':
    case 'issue_comment':
    case 'pull_request':
    case 'pull_request_review':
      return describeThread(app, repo, source)
  }
}

/** A filter speaks of branches: tags and the like pass when there is none. */
function isWanted(filter: string, refText: string): boolean {
  if (filter === '') return true
  const ref = parseRefName(refText)
  const branch = ref === null ? null : branchOf(ref)
  return branch !== null && filter.split(',').some((pattern) => matchesPattern(pattern.trim(), branch))
}
