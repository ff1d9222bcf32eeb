import { type SqlBool, sql } from 'kysely'
import type { App } from '../../app.ts'
import { type LsRefs, type ShownRef, writeLsRefs } from '../../git/ls-refs.ts'
import type { OpenRepo } from '../access/require-repo.ts'

type Needs = Pick<App, 'db'>

/** Nobody sees these; who pushes does not see those of pull requests either: they are ours to move. */
const hiddenFromAll = ['refs/stithy/']
const hiddenFromPushes = ['refs/stithy/', 'refs/pull/']
/** More questions of where a name begins than these cost more than reading all names. */
const mostRanges = 20

/** The answer that git would give, without one: what is settled is what the database has, at every door. */
export async function tellRefs(app: Needs, repo: OpenRepo, asked: LsRefs): Promise<Buffer> {
  const head = `refs/heads/${repo.defaultBranch}`
  const wanted = asked.prefixes.filter(
    (prefix) => prefix === '' || 'refs/'.startsWith(prefix) || prefix.startsWith('refs/'),
  )
  // HEAD is told by what the default branch has.
  const prefixes = asked.prefixes.length === 0 || wanted.includes('') ? [] : [...wanted, head]
  return writeLsRefs(asked, head, await readRows(app, repo.id, prefixes, hiddenFromAll))
}

export function refsForPush(app: Needs, repo: OpenRepo): Promise<readonly ShownRef[]> {
  return readRows(app, repo.id, [], hiddenFromPushes)
}

async function readRows(
  app: Needs,
  repoId: number,
  prefixes: readonly string[],
  hidden: readonly string[],
): Promise<readonly ShownRef[]> {
  const all = app.db.selectFrom('refs').select(['name', 'sha', 'peeled']).where('repo_id', '=', repoId)
  const narrow = prefixes.length > 0 && prefixes.length <= mostRanges
  const some = narrow ? all.where((eb) => eb.or(prefixes.map((prefix) => beginning(app, prefix)))) : all
  const rows = await some.orderBy('name').execute()
  return rows.filter(({ name }) => !hidden.some((prefix) => name.startsWith(prefix)))
}

/** The order of names is that of their bytes on SQLite alone, and only there can their index tell where they begin. */
function beginning({ db }: Needs, prefix: string) {
  const last = prefix.charCodeAt(prefix.length - 1)
  if (db.dialect === 'postgres' || last >= 0x7f) return sql<SqlBool>`substr(name, 1, ${[...prefix].length}) = ${prefix}`
  const behind = prefix.slice(0, -1) + String.fromCharCode(last + 1)
  return sql<SqlBool>`(name >= ${prefix} and name < ${behind})`
}
