import { Secrets } from '../../../ci/mask-secrets.ts'
import { unseal } from '../../../secrets/seal.ts'
import { keptForProtected } from '../../ci-variables/kept-for-protected.ts'
import { resolveVariables } from '../../ci-variables/resolve-variables.ts'
import { variablesPlace } from '../trigger-pipeline.ts'
import type { Run } from './run.ts'

/** What jobs find in their environment, beyond what the file itself says. */
export interface Vars {
  readonly env: Readonly<Record<string, string>>
  /** Values that must not be seen in a log. */
  readonly secrets: Secrets
}

/** The third stage: those of the team, over them the repository's own, over them what was given by hand. */
export async function resolveAll(run: Run): Promise<Vars> {
  const { app, repo, pipeline, log } = run
  const isTrusted = pipeline.is_trusted === 1
  const found = await resolveVariables(app.db, app.keys, repo, {
    isProtectedRef: run.isProtected,
    trusted: isTrusted,
  })
  if (!isTrusted) log.say('This comes from a fork: it gets no secret variables')
  else if (!run.isProtected) {
    const kept = await keptForProtected(app.db, repo, found)
    // Not which: everybody who may read the repository reads this.
    if (kept > 0) log.say(`Variables that are for protected branches alone, and left out here: ${kept}`)
  }
  const given = pipeline.variables_sealed === null ? {} : readGiven(run, pipeline.variables_sealed)
  const secrets = new Secrets(found.filter(({ secret }) => secret).map(({ value }) => value))
  log.hide(secrets)
  return { env: { ...Object.fromEntries(found.map(({ key, value }) => [key, value])), ...given }, secrets }
}

function readGiven({ app, pipeline }: Run, sealed: string): Record<string, string> {
  return JSON.parse(unseal(app.keys.seal, variablesPlace(pipeline.uuid), sealed)) as Record<string, string>
}
