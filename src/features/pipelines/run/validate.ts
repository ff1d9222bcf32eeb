import type { Plan } from '../../../ci/plan.ts'
import { requireSha } from '../../../core/sha.ts'
import { repoDirectory } from '../../repos/repo-directory.ts'
import { detectConfig, easyPath } from '../detect-config.ts'
import { Refused, type Run } from './run.ts'
import { validatePower } from './validate-power.ts'

export type Validated =
  | { readonly mode: 'easy'; readonly plan: Plan }
  | { readonly mode: 'power'; readonly entry: string }

/** Of a file that is wrong all over, the log has the rest. */
const mostTold = 10

/** The first stage: nothing runs before the file has been found right, images and packages included. */
export async function validate(run: Run): Promise<Validated> {
  const { app, repo, pipeline, log } = run
  const dir = repoDirectory(app.config, repo)
  const config = await detectConfig(app, dir, requireSha(pipeline.commit_sha))
  if (config.mode === 'none') throw new Refused('The commit has no pipeline configuration')
  if (config.mode === 'power') return { mode: 'power', entry: await validatePower(run, dir, config.tree) }
  if ('file' in config.parsed) return { mode: 'easy', plan: config.parsed.file.plan }
  const { errors } = config.parsed
  const said = errors.map(({ line, column, message }) => `${easyPath}:${line}:${column}: ${message}`)
  for (const one of said) log.say(one)
  throw new Refused(told(said), { isInLog: true })
}

function told(said: readonly string[]): string {
  const rest = said.length - mostTold
  return [...said.slice(0, mostTold), ...(rest > 0 ? [`and ${rest} more, in the log`] : [])].join('\n')
}
