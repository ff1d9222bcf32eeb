import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { openHistory } from '../../features/commits/open-history.ts'
import { getRepoFrame } from '../../features/repos/get-repo-frame.ts'
import { type CodePage, codeUrl } from './code-urls.ts'
import { headOf } from './repo-page.ts'
import type { Missing, RepoMissingProps } from './views/repo-missing.tsx'
import type { RepoReadOnly } from './views/repo-read-only.tsx'
import type { RepoRefused } from './views/repo-refused.tsx'

/** Pages whose address goes on with a branch, tag or commit, and a path. */
const codePages: ReadonlySet<string> = new Set<CodePage>([
  'tree',
  'blob',
  'raw',
  'media',
  'blame',
  'commits',
  'find',
  'edit',
  'fork-edit',
  'new',
  'delete',
  'upload',
])

/**
 * What is missing inside a repository that the asker may read. Null where it is the repository itself, or may as well be:
 * whoever may not read it learns nothing from the answer.
 */
export async function findMissing(
  app: App,
  actor: Actor,
  asked: { readonly path: string; readonly fault: Fault },
): Promise<Pick<RepoMissingProps, 'repo' | 'missing'> | null> {
  const [owner = '', slug = '', section = '', ...rest] = partsOf(asked.path)
  if (section === '') return null
  const frame = await orNull(getRepoFrame(app, actor, { owner, repo: slug }))
  if (frame === null) return null
  const ref = { owner: frame.repo.owner, repo: frame.repo.slug }
  const missing = await missingIn(app, actor, ref, { code: asked.fault.code, section, rest: rest.join('/') })
  return { repo: headOf(frame), missing }
}

/** Pages that change files. */
const writingPages: ReadonlySet<string> = new Set<CodePage>(['edit', 'new', 'delete', 'upload'])

/** The repository of a page that changes files, for whom it may be read but not written to; null for all the rest. */
export async function findReadOnly(app: App, actor: Actor, path: string): Promise<RepoReadOnly | null> {
  const [owner = '', slug = '', section = '', ...rest] = partsOf(path)
  if (!writingPages.has(section)) return null
  const frame = await orNull(getRepoFrame(app, actor, { owner, repo: slug }))
  if (frame === null || frame.can.push || !frame.can.fork || frame.repo.isArchived) return null
  if (frame.repo.mirrorOf !== null) return null
  const repo = headOf(frame)
  return { repo, editHref: section === 'edit' ? codeUrl(repo, 'fork-edit', rest.join('/')) : null }
}

/** The repository in which something was refused to somebody who may read it. */
export async function findRefused(app: App, actor: Actor, path: string): Promise<RepoRefused | null> {
  const [owner = '', slug = '', section = ''] = partsOf(path)
  if (section === '') return null
  const frame = await orNull(getRepoFrame(app, actor, { owner, repo: slug }))
  return frame && { repo: headOf(frame), section }
}

async function missingIn(
  app: App,
  actor: Actor,
  ref: RepoRef,
  { code, section, rest }: { readonly code: string; readonly section: string; readonly rest: string },
): Promise<Missing> {
  switch (code) {
    case 'ISSUE_NOT_FOUND':
      return { kind: 'issue' }
    case 'PULL_NOT_FOUND':
      return { kind: 'pull' }
    case 'COMMIT_NOT_FOUND':
      if (section === 'commit') return { kind: 'commit', name: rest }
      return codePages.has(section) ? { kind: 'revision', name: rest } : { kind: 'page' }
    case 'FILE_NOT_FOUND': {
      const open = codePages.has(section) ? await orNull(openHistory(app, actor, ref, rest)) : null
      return open === null ? { kind: 'page' } : { kind: 'path', revision: open.revision, path: open.path }
    }
    default:
      return { kind: 'page' }
  }
}

function partsOf(path: string): readonly string[] {
  try {
    // A name with a NUL in it is nobody's, and PostgreSQL cannot even be asked.
    return decodeURIComponent(path).replaceAll('\0', '\uFFFD').split('/').slice(1)
  } catch {
    return []
  }
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
