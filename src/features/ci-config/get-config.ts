import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { requireRepo } from '../access/require-repo.ts'
import { type FoundEntry, findEntry, readFolder } from '../contents/find-entry.ts'
import { requirePath } from '../contents/open-revision.ts'
import { requireRevision } from '../refs/resolve-revision.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { checkText } from './check-config.ts'
import { type CiConfig, easyPath, powerFolder } from './ci-config.ts'

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>

const none: CiConfig = { mode: 'none', path: null, content: null, sha: null, commit: null, valid: true, errors: [] }
/** What a program begins with: the first of them that is there. */
const modules = ['pipeline.ts', 'pipeline.mjs', 'package.json']
const largestShown = 1024 * 1024

/** How pipelines are described at a branch, tag or commit; at the default branch where none is named. */
export async function getConfig(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  revision: string | undefined,
): Promise<CiConfig> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'ci:read' })
  return configOf(app, repo, revision)
}

/** The same in a repository that the gate has opened already. */
export async function configOf(app: Needs, repo: Repo, revision: string | undefined): Promise<CiConfig> {
  if (revision === undefined && repo.isEmpty) return none
  const { sha: commit } = await requireRevision(app, repo, revision)
  const dir = repoDirectory(app.config, repo)
  const folder = await findEntry(app, dir, commit, requirePath(powerFolder))
  if (folder?.kind === 'folder') return { ...(await readPower(app, dir, folder)), commit }
  const file = await findEntry(app, dir, commit, requirePath(easyPath))
  if (file === null || (file.kind !== 'file' && file.kind !== 'executable')) return { ...none, commit }
  const read = { mode: 'easy', path: easyPath, sha: file.sha, commit } as const
  const content = await textOf(app, dir, file.sha)
  if (content === null) return { ...read, content, ...wrong('the file is too large') }
  return { ...read, content, ...(await checkText(app, content)) }
}

async function readPower(app: Needs, dir: RepoDir, folder: FoundEntry): Promise<Omit<CiConfig, 'commit'>> {
  const entries = await readFolder(app, dir, folder.sha)
  const files = entries.filter(({ kind }) => kind === 'file' || kind === 'executable')
  const entry = modules.map((name) => files.find((file) => file.name === name)).find((file) => file !== undefined)
  if (entry === undefined) {
    const missing = wrong(`there is none of ${modules.join(', ')} in ${powerFolder}`)
    return { mode: 'power', path: powerFolder, content: null, sha: folder.sha, ...missing }
  }
  const content = await textOf(app, dir, entry.sha)
  return { mode: 'power', path: `${powerFolder}/${entry.name}`, content, sha: entry.sha, valid: true, errors: [] }
}

async function textOf(app: Needs, dir: RepoDir, sha: Sha): Promise<string | null> {
  const size = (await app.objects.info(dir, sha))?.size ?? 0
  if (size > largestShown) return null
  return (await app.objects.read(dir, sha))?.data.toString('utf8') ?? null
}

function wrong(message: string): Pick<CiConfig, 'valid' | 'errors'> {
  return { valid: false, errors: [{ line: 1, column: 1, message }] }
}
