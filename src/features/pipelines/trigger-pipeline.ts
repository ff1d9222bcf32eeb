import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { whyBadVariableKey } from '../../core/ci-variable-key.ts'
import { invalid, invalidField, notFound } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refsContaining } from '../../git/refs-containing.ts'
import type { Git, RepoDir } from '../../git/run-git.ts'
import { seal } from '../../secrets/seal.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { type Revision, requireRevision } from '../refs/resolve-revision.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { createPipeline } from './create-pipeline.ts'
import { detectConfig } from './detect-config.ts'
import type { PipelineDetail } from './pipeline.ts'
import { conditionsOf, serialGroupOf } from './plan-push.ts'
import { requirePipeline } from './read-pipelines.ts'

export interface TriggerInput {
  /** A branch or tag, exact where it begins with refs/; the default branch if absent. */
  readonly ref?: string | undefined
  readonly variables?: Readonly<Record<string, string>> | undefined
}

const mostVariables = 50
const longestValue = 64 * 1024

/** Where the variables of a manual trigger are stored: a ciphertext copied to another pipeline does not open there. */
export const variablesPlace = (pipelineUuid: string): string => `pipelines/${pipelineUuid}/variables`

/** For whoever wants to see the form first. */
export async function requireMayRun(
  app: Pick<App, 'config' | 'db'>,
  actor: KnownActor,
  ref: RepoRef,
): Promise<OpenRepo> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'ci:write' })
  if (!app.config.CI_ENABLED) throw notFound('PIPELINE')
  return repo
}

/** Somebody starts a pipeline by hand. */
export async function triggerPipeline(
  app: Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'keys' | 'objects'>,
  actor: KnownActor,
  ref: RepoRef,
  input: TriggerInput,
): Promise<PipelineDetail> {
  const repo = await requireMayRun(app, actor, ref)
  const variables = parseVariables(input.variables ?? {})
  const revision = await requireRevision(app, repo, input.ref).catch(() => {
    throw invalidField('ref', 'unknown', 'is no branch or tag of this repository')
  })
  const dir = repoDirectory(app.config, repo)
  const refInFull = await refOf(app.git, dir, repo, revision)
  const config = await detectConfig(app, dir, revision.sha)
  if (config.mode === 'none') {
    throw invalidField('ref', 'no_config', 'has neither .svc-ci.yml nor .svc-ci/: add one to run a pipeline')
  }
  if (conditionsOf(config)?.event?.includes('manual') === false) {
    throw invalidField('ref', 'not_manual', 'has a pipeline that says it is not for manual runs (when.event)')
  }
  return inTransaction(app, async (tx) => {
    const made = await createPipeline(app, tx, repo, {
      mode: config.mode,
      trigger: 'manual',
      ref: refInFull,
      sha: revision.sha,
      triggeredBy: actor.user.id,
      serialGroup: serialGroupOf(config, refInFull),
      given:
        Object.keys(variables).length === 0
          ? undefined
          : {
              by: actor.user.id,
              seal: (uuid) => seal(app.keys.seal, variablesPlace(uuid), JSON.stringify(variables)),
            },
    })
    const pipeline = await requirePipeline(tx, repo, made, tx.now)
    await record(app, tx, actor, {
      event: 'PIPELINE_TRIGGERED',
      target: { type: 'pipeline', id: made.uuid, name: `${repo.owner}/${repo.slug}#${pipeline.number}` },
      metadata: { ref: pipeline.ref, commit: pipeline.sha, variables: Object.keys(variables) },
    })
    return pipeline
  })
}

/**
 * A commit by its id runs for a branch or tag that has it. One that is in none of them, such as the head of a fork's pull
 * request, is not this repository's own: it would be run with what only those are told who may push here.
 */
async function refOf(git: Git, dir: RepoDir, repo: Repo, { kind, name, sha }: Revision): Promise<string> {
  if (kind !== 'commit') return kind === 'tag' ? `refs/tags/${name}` : `refs/heads/${name}`
  const names = await refsContaining(git, dir, sha, ['refs/heads/', 'refs/tags/'])
  const usual = `refs/heads/${repo.defaultBranch}`
  const [first] = names
  if (first === undefined) throw invalidField('ref', 'unknown', 'is a commit of no branch or tag of this repository')
  return names.includes(usual) ? usual : first
}

export function parseVariables(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(given)
  if (entries.length > mostVariables) throw invalidField('variables', 'too_many', `must be at most ${mostVariables}`)
  const wrong = entries.flatMap(([key, value]) => {
    const why =
      whyBadVariableKey(key) ??
      (value.length > longestValue || value.includes('\0') ? 'has a value that is too long or holds a NUL' : null)
    return why === null ? [] : [{ field: `variables.${key.slice(0, 100)}`, code: 'format', message: why }]
  })
  if (wrong.length > 0) throw invalid(wrong)
  return given
}
