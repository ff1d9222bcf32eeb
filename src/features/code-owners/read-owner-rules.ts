import type { App } from '../../app.ts'
import type { Pace } from '../../core/pace.ts'
import type { Sha } from '../../core/sha.ts'
import { findBlob } from '../../git/find-blob.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { CodeOwnerRules } from './code-owner-rules.ts'

/** Ours first; then where other forges have it. */
const places = ['.svc', '', 'docs', '.forgejo', '.gitea', '.github', '.gitlab'].map(
  (folder) => `${folder}${folder === '' ? '' : '/'}CODEOWNERS`,
)
const largest = 1024 * 1024

interface Reading {
  readonly pace: Pace
  /** Patterns with wildcards in the middle: see `CodeOwnerRules`. */
  readonly mostGlobs: number
}

/** The CODEOWNERS file of a commit: null where it has none. `late` and `too-large` are for who must not miss a rule. */
export async function readOwnerRules(
  app: Pick<App, 'objects'>,
  dir: RepoDir,
  commit: Sha,
  { pace, mostGlobs }: Reading,
): Promise<CodeOwnerRules | 'late' | 'too-large' | null> {
  const file = await readOwnersFile(app, dir, commit)
  if (file === null || file === 'too-large') return file
  const rules = new CodeOwnerRules(mostGlobs)
  for (const [at, line] of file.text.split('\n').entries()) {
    rules.read(line, at)
    if (await pace.isOver()) return 'late'
  }
  return rules
}

async function readOwnersFile(
  app: Pick<App, 'objects'>,
  dir: RepoDir,
  commit: Sha,
): Promise<{ readonly text: string } | 'too-large' | null> {
  for (const place of places) {
    const sha = await findBlob(app.objects, dir, commit, place)
    const info = sha === null ? null : await app.objects.info(dir, sha)
    if (sha === null || info === null) continue
    if (info.size > largest) return 'too-large'
    const object = await app.objects.read(dir, sha)
    return object === null ? null : { text: object.data.toString('utf8') }
  }
  return null
}
