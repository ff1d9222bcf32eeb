import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, invalidField } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseTitle } from '../../core/title.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireCommit } from '../refs/require-commit.ts'
import { type CommitStatus, pipelineContext, type StatusState } from './status.ts'
import { countStatuses, insertStatus, type NewStatus, type StatusValues } from './store.ts'

export interface StatusInput {
  readonly state: StatusState
  readonly context?: string | undefined
  readonly description?: string | undefined
  readonly targetUrl?: string | undefined
}

/** A check that reports for ever, or under ever new names, would fill the page of every commit. */
const mostOfContext = 1000
const mostContexts = 500
const longestDescription = 1000

/** An outside check says how a commit did. What it said of the commit before stays, and does not count any more. */
export async function reportStatus(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  actor: KnownActor,
  ref: RepoRef,
  { commit, ...input }: StatusInput & { readonly commit: string },
): Promise<CommitStatus> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  const values = parseStatus(input)
  // Merges wait for it: whoever may push could let their own code in. Where no pipelines run, others may call theirs so.
  if (app.config.CI_ENABLED && values.context === pipelineContext) {
    throw invalidField('context', 'reserved', 'is what the pipelines of this service report under: choose another')
  }
  const sha = await requireCommit(app, repo, commit)
  return inTransaction(app, async (tx) => {
    const known = await countStatuses(tx, repo.id, sha, values.context)
    if (known.same >= mostOfContext || (known.same === 0 && known.contexts >= mostContexts)) {
      throw conflict('This commit has more statuses than anybody reads')
    }
    return noteStatus(tx, { ...values, repoId: repo.id, sha, creatorId: actor.user.id })
  })
}

/** For checks of our own, which are known to be right. */
export async function noteStatus(tx: Tx, values: NewStatus): Promise<CommitStatus> {
  const status = await insertStatus(tx, values)
  await emit(tx, { type: 'status.created', repoId: values.repoId, sha: values.sha, statusId: status.id })
  return status
}

function parseStatus({ state, context, description = '', targetUrl }: StatusInput): StatusValues {
  if (description.length > longestDescription) {
    throw invalidField('description', 'too_long', `must be at most ${longestDescription} characters`)
  }
  return {
    state,
    context: parseTitle('context', context ?? 'default'),
    description: description.replaceAll(/\p{Cc}+/gu, ' ').trim(),
    targetUrl: targetUrl === undefined || targetUrl === '' ? null : parseTarget(targetUrl),
  }
}

/** It becomes a link on our pages: nothing that could run there. */
function parseTarget(text: string): string {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalidField('target_url', 'format', 'must be an address that begins with http:// or https://')
  }
  return url.href
}
