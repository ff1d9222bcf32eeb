import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, invalid } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseWritablePath } from '../../core/repo-path.ts'
import type { Sha } from '../../core/sha.ts'
import { requireRepo } from '../access/require-repo.ts'
import type { FileOperation } from '../contents/apply-operation.ts'
import { commitFiles } from '../contents/write-files.ts'
import { checkText } from './check-config.ts'
import { type CiConfig, easyPath, powerFolder } from './ci-config.ts'
import { configOf } from './get-config.ts'

export interface NewConfig {
  readonly content: string
  /** Says what was done unless said otherwise. */
  readonly message: string
  /** The file that the caller saw, null where there was none; undefined: whatever is there. */
  readonly sha: Sha | null | undefined
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** Commits `.svc-ci.yml` to the default branch, by the same gate as any other commit. */
export async function putConfig(app: Needs, actor: KnownActor, ref: RepoRef, input: NewConfig): Promise<CiConfig> {
  const repo = await requireRepo(app, actor, ref, { role: 'Maintainer', scope: 'ci:write' })
  const { content, message, sha } = input
  const { errors } = await checkText(app, content)
  if (errors.length > 0) {
    throw invalid(
      errors.map((error) => ({
        field: 'content',
        code: 'invalid',
        message: `line ${error.line}, column ${error.column}: ${error.message}`,
      })),
    )
  }
  const now = await configOf(app, repo, undefined)
  if (now.mode === 'power') {
    throw conflict(`Pipelines are described by the program in ${powerFolder}, and ${easyPath} would not count`)
  }
  const isSeen = sha === undefined || sha === now.sha
  // A commit that changes nothing is none.
  if (isSeen && now.content === content) return now
  const operation = operationOf(Buffer.from(content), sha)
  const made = await commitFiles(app, actor, repo, { operations: [operation], message })
  const written = made.files[0]?.sha ?? null
  return { mode: 'easy', path: easyPath, content, sha: written, commit: made.commit.sha, valid: true, errors: [] }
}

function operationOf(content: Buffer, sha: Sha | null | undefined): FileOperation {
  const path = parseWritablePath('path', easyPath)
  if (sha === undefined) return { action: 'write', path, content }
  return sha === null ? { action: 'create', path, content } : { action: 'update', path, content, sha }
}
