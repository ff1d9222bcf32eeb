import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { grammarOf } from '../contents/grammars.ts'
import { colouredLines, plainLines, type TextLines } from '../contents/show-lines.ts'
import { nextScheduled } from '../pipelines/start-scheduled.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { CiConfig } from './ci-config.ts'
import { configOf } from './get-config.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'history' | 'kept' | 'markup' | 'objects'>

/** The configuration as a page shows it: in lines, with colours where that could be done in time, and when it runs next. */
export async function viewConfig(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  revision: string | undefined,
): Promise<CiConfig & TextLines & { readonly nextRunAt: number | null }> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  const isRunByClock = revision === undefined && app.config.CI_ENABLED
  const nextRunAt = isRunByClock ? await nextScheduled(app, repo.id) : null
  const found = { ...(await configOf(app, repo, revision)), nextRunAt }
  const { content: text, sha, path } = found
  if (text === null || sha === null || text === '') return { ...found, lines: [] }
  const grammar = grammarOf(path ?? '') ?? 'yaml'
  const coloured = await colouredLines(app, actor, repoDirectory(app.config, repo), { sha, grammar, text })
  return { ...found, lines: coloured ?? plainLines(text).map((line) => ({ text: line })) }
}

/** For whoever may replace it. */
export async function openConfigEdit(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
): Promise<CiConfig> {
  return configOf(app, await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'ci:write' }), undefined)
}
