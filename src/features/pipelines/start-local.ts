import type { App } from '../../app.ts'
import { type SessionActor, systemActor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { User } from '../../core/user.ts'
import { inTransaction } from '../../db/transaction.ts'
import { commitFolder } from '../../git/commit-folder.ts'
import { seal } from '../../secrets/seal.ts'
import { createRepo } from '../repos/create-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { createPipeline } from './create-pipeline.ts'
import { detectConfig } from './detect-config.ts'
import { parseVariables, variablesPlace } from './trigger-pipeline.ts'

interface LocalRun {
  readonly folder: string
  readonly variables: Readonly<Record<string, string>>
}

/** The files of a folder as a repository of their own, and the pipeline that they ask for. */
export async function startLocal(
  app: Pick<App, 'clock' | 'config' | 'db' | 'git' | 'kept' | 'keys' | 'log' | 'objects' | 'passing'>,
  user: User,
  { folder, variables }: LocalRun,
): Promise<{ readonly id: number; readonly repo: Repo }> {
  const actor: SessionActor = { kind: 'session', user, sessionId: 0, via: systemActor.via }
  const given = parseVariables(variables)
  const repo = await createRepo(app, actor, { slug: 'workspace' })
  const dir = repoDirectory(app.config, repo)
  const sha = await commitFolder(app.git, dir, folder)
  const { mode } = await detectConfig(app, dir, sha)
  if (mode === 'none') {
    const message = 'There is neither .svc-ci.yml nor .svc-ci/ in this directory'
    throw new Fault('invalid', message, { code: 'VALIDATION_FAILED' })
  }
  const { id } = await inTransaction(app, (tx) =>
    createPipeline(app, tx, repo, {
      mode,
      trigger: 'manual',
      ref: 'refs/heads/main',
      sha,
      triggeredBy: null,
      serialGroup: null,
      given: { by: null, seal: (uuid) => seal(app.keys.seal, variablesPlace(uuid), JSON.stringify(given)) },
    }),
  )
  return { id, repo }
}
