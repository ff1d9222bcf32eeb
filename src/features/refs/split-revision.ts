import type { App } from '../../app.ts'
import { exactBeginning, refsMeantBy } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { parseRepoPath } from '../../core/repo-path.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import { preparedList } from '../../db/prepared.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

/** No name has more of them: they fill 255 bytes with letters and slashes. */
const mostParts = 128

const wholeId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i

type Needs = Pick<App, 'config' | 'db' | 'objects'>

/**
 * Takes `feature/x/src/a.ts` apart where both may hold slashes: the longest ref wins. Of branches no two fit, and of tags
 * neither; a tag that is longer than a branch gives way to what that branch has there, so that nobody can put another file
 * in its place by a tag. Where no ref fits, the first part stands for a commit's id, and a whole one always does.
 * `refs/tags/v1/src/a.ts` is exact.
 */
export async function splitRevision(
  app: Needs,
  repo: Repo,
  text: string,
): Promise<{ readonly revision: string; readonly path: string }> {
  const whole = text.replace(/^\/+/, '')
  const beginning = exactBeginning(whole)
  const parts = whole.slice(beginning.length).split('/')
  const [first = ''] = parts
  if (beginning === '' && wholeId.test(first)) return { revision: first, path: whole.slice(first.length + 1) }
  const names = parts.slice(0, mostParts).map((_, last) => parts.slice(0, last + 1).join('/'))
  const refs = names.flatMap((name) => {
    const { branch, tag } = refsMeantBy(beginning + name)
    return [branch, tag].filter((ref) => ref !== null)
  })
  const rows = refs.length === 0 ? [] : await named(app.db, refs, { repoId: repo.id })
  const there = new Map(rows.map((row) => [row.name, requireSha(row.peeled)]))
  const branch = names.find((name) => there.has(`refs/heads/${name}`))
  const tag = names.find((name) => there.has(`refs/tags/${name}`))
  const isShadowed = branch !== undefined && tag !== undefined && tag.length > branch.length
  const tip = there.get(`refs/heads/${branch}`)
  const stays =
    !isShadowed || (tip !== undefined && (await isAt(app, repo, tip, whole.slice(`${beginning}${branch}/`.length))))
  const longest = stays ? (branch ?? tag) : tag
  const revision = beginning + (longest ?? first)
  return { revision, path: whole.slice(revision.length + 1) }
}

const named = preparedList((db, refs: readonly string[], its: { repoId: number }) =>
  db.selectFrom('refs').select(['name', 'peeled']).where('repo_id', '=', its.repoId).where('name', 'in', refs),
)

async function isAt(app: Needs, repo: Repo, commit: Sha, text: string): Promise<boolean> {
  const path = parseRepoPath(text)
  return path !== null && (await app.objects.infoAt(repoDirectory(app.config, repo), commit, path)) !== null
}
