import type { App } from '../../app.ts'
import { exactBeginning, refsMeantBy } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'

/** Deeper names than this are not looked for. */
const mostParts = 20

const wholeId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i

/**
 * Takes `feature/x/src/a.ts` apart where both may hold slashes: a branch wins over a tag, however long that is, so that
 * nobody can put another file in the place of a branch's by a tag. Of branches no two fit, and of tags neither. Where no
 * ref fits, the first part stands for a commit's id, and a whole one always does. `refs/tags/v1/src/a.ts` is exact.
 */
export async function splitRevision(
  app: Pick<App, 'db'>,
  repo: Repo,
  text: string,
): Promise<{ readonly revision: string; readonly path: string }> {
  const whole = text.replace(/^\/+/, '')
  const beginning = exactBeginning(whole)
  const parts = whole.slice(beginning.length).split('/')
  const names = parts.slice(0, mostParts).map((_, last) => parts.slice(0, last + 1).join('/'))
  const refs = names.flatMap((name) => {
    const { branch, tag } = refsMeantBy(beginning + name)
    return [branch, tag].filter((ref) => ref !== null)
  })
  const rows =
    refs.length === 0
      ? []
      : await app.db
          .selectFrom('refs')
          .select('name')
          .where('repo_id', '=', repo.id)
          .where('name', 'in', refs)
          .execute()
  const there = new Set(rows.map((row) => row.name))
  const [first = ''] = parts
  const named =
    names.find((name) => there.has(`refs/heads/${name}`)) ?? names.find((name) => there.has(`refs/tags/${name}`))
  const revision = beginning + (beginning === '' && wholeId.test(first) ? first : (named ?? first))
  return { revision, path: whole.slice(revision.length + 1) }
}
