import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { second } from '../../core/clock.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { presentObjects } from '../../git/pack-since.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { withOldPassword } from '../imports/kept-password.ts'
import { findRefs } from '../imports/remote.ts'
import { parseSource, type Source, type SourceInput } from '../imports/source.ts'
import { holdRepo } from '../repos/hold-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { requirePushMirror } from './get-push-mirror.ts'
import type { PushMirror } from './push-mirror.ts'
import { openTarget, savePushMirror } from './push-mirror-store.ts'
import { refuseFollowed } from './refuse-followed.ts'
import { startSending } from './send-changes.ts'

/** Somebody waits for it at their screen. */
const lookMs = 20 * second

/** Has a repository pushed to another server whenever it changes, or to another place than before. */
export async function setPushMirror(
  app: App,
  actor: KnownActor,
  ref: RepoRef,
  input: SourceInput,
): Promise<PushMirror> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'repo:write' })
  const asked = await withOldPassword(parseSource(input, app.config.IMPORT_ALLOWED_HOSTS), input.password, () =>
    openTarget(app.db, repo, app.keys.seal),
  )
  const target = await lookAtTarget(app, repo, asked)
  await inTransaction(app, async (tx) => {
    const held = await holdRepo(tx, repo.id)
    if (held === null) throw notFound('REPO')
    await savePushMirror(tx, held, target, app.keys.seal)
    await record(app, tx, actor, {
      event: 'PUSH_MIRROR_CHANGED',
      target: { type: 'repository', id: held.uuid, name: `${held.owner}/${held.slug}` },
      metadata: { url: target.url.href },
    })
  })
  await startSending(app, repo)
  return requirePushMirror(app, repo.id)
}

/** What is there will be made what is here: so nothing may be there that is from somewhere else. */
async function lookAtTarget(app: App, repo: Repo, asked: Source): Promise<Source> {
  const allowedHosts = app.config.IMPORT_ALLOWED_HOSTS
  const options = { allowedHosts, signal: AbortSignal.timeout(lookMs) }
  const { source, refs } = await findRefs(asked, options, 'git-receive-pack')
  refuseFollowed(repo, source.url)
  const there = [...new Set(refs.map(({ sha }) => sha))]
  const known = await presentObjects(app.git, repoDirectory(app.config, repo), there)
  if (known.length < there.length)
    throw invalidField('url', 'not_empty', 'leads to a repository in which there is something else: it would be lost')
  return source
}
