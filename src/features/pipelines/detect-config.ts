import type { App } from '../../app.ts'
import { parseEasy } from '../../ci/easy/parse-easy.ts'
import type { FileError, PipelineFile } from '../../ci/plan.ts'
import type { Config } from '../../config.ts'
import { Pace } from '../../core/pace.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { readFolder, treeOf } from '../contents/find-entry.ts'

export const easyPath = '.svc-ci.yml'
export const powerPath = '.svc-ci'

/** A larger one is not read at all: it would be refused anyway. */
const largestFile = 64 * 1024

/** What a commit says about CI. Where both are there, the directory wins. */
export type CiConfig =
  | { readonly mode: 'none' }
  | { readonly mode: 'power'; readonly tree: Sha }
  | { readonly mode: 'easy'; readonly blob: Sha; readonly text: string; readonly parsed: ParsedFile }

export type ParsedFile = { readonly file: PipelineFile } | { readonly errors: readonly FileError[] }

export async function detectConfig(app: Pick<App, 'config' | 'objects'>, dir: RepoDir, commit: Sha): Promise<CiConfig> {
  const entries = await readFolder(app, dir, await treeOf(app, dir, commit))
  const folder = entries.find((one) => one.name === powerPath && one.kind === 'folder')
  if (folder !== undefined) return { mode: 'power', tree: folder.sha }
  const file = entries.find((one) => one.name === easyPath && one.kind === 'file')
  if (file === undefined) return { mode: 'none' }
  const info = await app.objects.info(dir, file.sha)
  if ((info?.size ?? 0) > largestFile) {
    const message = `The file is larger than ${largestFile / 1024} KiB`
    return { mode: 'easy', blob: file.sha, text: '', parsed: { errors: [{ line: 1, column: 1, message }] } }
  }
  const text = (await app.objects.read(dir, file.sha))?.data.toString('utf8') ?? ''
  const parsed = await new Pace().through(parseEasy(text, rulesOf(app.config)))
  return { mode: 'easy', blob: file.sha, text, parsed }
}

/** What a pipeline file may ask for on this machine. */
export function rulesOf(config: Config) {
  return {
    allowedImages: config.CI_ALLOWED_IMAGES,
    allowedPackages: config.CI_ALLOWED_PACKAGES,
    maxTimeoutS: config.CI_MAX_TIMEOUT_S,
  }
}
