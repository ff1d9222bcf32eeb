import { analyzeInThread } from '../../../ci/power/analyze-in-thread.ts'
import { findEntry } from '../../../ci/power/find-entry.ts'
import type { ModuleFile } from '../../../ci/power/finding.ts'
import { requireSha, type Sha } from '../../../core/sha.ts'
import { type ListedFile, listFiles } from '../../../git/list-files.ts'
import type { RepoDir } from '../../../git/run-git.ts'
import { powerPath } from '../detect-config.ts'
import { Refused, type Run } from './run.ts'

const module = /\.(?:[cm]?js|[cm]?ts)$/
const largestRead = 512 * 1024
const mostRead = 500

/** The first stage of the power mode: which module is run, and whether it may be, where that is looked at. */
export async function validatePower(run: Run, dir: RepoDir, tree: Sha): Promise<string> {
  const { app, log } = run
  const files = (await listFiles(app, dir, tree)).filter(({ size, isLink }) => size !== null && !isLink)
  const described = files.find(({ path }) => path === 'package.json')
  const found = findEntry(
    files.map(({ path }) => path),
    described === undefined ? null : await textOf(run, dir, described),
  )
  if ('error' in found) throw new Refused(found.error)
  if (app.config.CI_CODE_ANALYSIS_ENABLED) await analyze(run, dir, files)
  else log.say('The code of the pipeline is not analysed: CI_CODE_ANALYSIS_ENABLED is off')
  return `${powerPath}/${found.entry}`
}

async function analyze(run: Run, dir: RepoDir, files: readonly ListedFile[]): Promise<void> {
  const modules = files.filter(({ path }) => module.test(path))
  if (modules.length > mostRead) throw new Refused(`${powerPath}/ has more than ${mostRead} modules`)
  const texts: ModuleFile[] = []
  for (const file of modules) texts.push({ path: file.path, text: await textOf(run, dir, file) })
  const findings = await analyzeInThread(run.app.power.analyzer, texts)
  for (const { path, line, column, severity, message } of findings) {
    run.log.say(`${powerPath}/${path}:${line}:${column}: ${severity}: ${message}`)
  }
  const worst = findings.find(({ severity }) => severity === 'error')
  if (worst === undefined) return
  throw new Refused(`${powerPath}/${worst.path}:${worst.line}:${worst.column}: ${worst.message}`)
}

/** Of one that is larger than anybody analyses just so much that this shows. */
async function textOf({ app }: Run, dir: RepoDir, { sha, size }: ListedFile): Promise<string> {
  if ((size ?? 0) > largestRead) return ' '.repeat(largestRead + 1)
  return (await app.objects.read(dir, requireSha(sha)))?.data.toString('utf8') ?? ''
}
