import { type SqlBool, sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { inOrder, type LsRefs, ShownRef, writeLsRefs } from '../../git/ls-refs.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

type Needs = Pick<App, 'db' | 'config' | 'kept'>

/** Nobody sees these; whoever pushes does not see those of pull requests either: they are ours to move. */
const hiddenFromAll = ['refs/stithy/']
const hiddenFromPushes = ['refs/stithy/', 'refs/pull/']
/** More questions of where a name begins than these cost more than reading all names. */
const mostRanges = 20
/** What a ref and the ways to tell it take in memory, about. */
const refBytes = 500

/** All refs of a repository, in the order of their bytes. */
interface AllRefs {
  readonly refs: readonly ShownRef[]
}

/** The answer that git would give, without one: what is settled is what the database has, at every door. */
export async function tellRefs(app: Needs, repo: OpenRepo, asked: LsRefs): Promise<Buffer> {
  const head = `refs/heads/${repo.defaultBranch}`
  const wanted = asked.prefixes.filter(
    (prefix) => prefix === '' || 'refs/'.startsWith(prefix) || prefix.startsWith('refs/'),
  )
  // HEAD is told by what the default branch has.
  const prefixes = asked.prefixes.length === 0 || wanted.includes('') ? [] : [...wanted, head]
  const known = app.kept.find<AllRefs>(repoDirectory(app.config, repo), questionOf(repo.refsVersion))
  const isNarrow = prefixes.length > 0 && prefixes.length <= mostRanges
  const refs = known === null && isNarrow ? await readSome(app, repo, prefixes) : (await allRefs(app, repo)).refs
  return writeLsRefs(asked, head, refs.filter(isShownToAll))
}

export async function refsForPush(app: Needs, repo: OpenRepo): Promise<readonly ShownRef[]> {
  return (await allRefs(app, repo)).refs.filter(isShown(hiddenFromPushes))
}

export interface RefNow {
  readonly name: string
  /** Where it is now; null when it is gone. */
  readonly now: { readonly sha: string; readonly peeled: string } | null
}

/** After a push: whoever asks next is told what it moved, and the rest as it was. */
export function followRefs(app: Needs, repo: Repo, moved: readonly RefNow[]): void {
  const questions = [questionOf(repo.refsVersion), questionOf(repo.refsVersion + 1)] as const
  app.kept.follow<AllRefs>(repoDirectory(app.config, repo), questions, sizeOf, ({ refs }) => {
    const names = new Set(moved.map(({ name }) => name))
    const added = moved.flatMap(({ name, now }) => (now === null ? [] : new ShownRef({ name, ...now })))
    return { refs: inOrder([...refs.filter(({ name }) => !names.has(name)), ...added]) }
  })
}

function allRefs(app: Needs, repo: OpenRepo): Promise<AllRefs> {
  return app.kept.of(repoDirectory(app.config, repo), questionOf(repo.refsVersion), sizeOf, async () => {
    const rows = await refsOf(app, repo).execute()
    return { refs: inOrder(rows.map((row) => new ShownRef(row))) }
  })
}

/** What is read may be newer than the version says: moves name where refs are, not how they got there. */
function questionOf(version: number): readonly (string | number)[] {
  return ['refs', version]
}

function sizeOf({ refs }: AllRefs): number {
  return refs.length * refBytes
}

async function readSome(app: Needs, repo: OpenRepo, prefixes: readonly string[]): Promise<readonly ShownRef[]> {
  const some = refsOf(app, repo).where((eb) => eb.or(prefixes.map((prefix) => beginning(app, prefix))))
  return inOrder((await some.execute()).map((row) => new ShownRef(row)))
}

function refsOf({ db }: Needs, { id }: OpenRepo) {
  return db.selectFrom('refs').select(['name', 'sha', 'peeled']).where('repo_id', '=', id)
}

type Named = Pick<ShownRef, 'name'>

function isShown(hidden: readonly string[]): (ref: Named) => boolean {
  return ({ name }) => !hidden.some((prefix) => name.startsWith(prefix))
}

export const isShownToAll = isShown(hiddenFromAll)

/** The order of names is that of their bytes on SQLite alone, and only there can their index tell where they begin. */
function beginning({ db }: Pick<App, 'db'>, prefix: string) {
  const last = prefix.charCodeAt(prefix.length - 1)
  if (db.dialect === 'postgres' || last >= 0x7f) return sql<SqlBool>`substr(name, 1, ${[...prefix].length}) = ${prefix}`
  const behind = prefix.slice(0, -1) + String.fromCharCode(last + 1)
  return sql<SqlBool>`(name >= ${prefix} and name < ${behind})`
}
