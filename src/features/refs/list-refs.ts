import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import { Pace } from '../../core/pace.ts'
import { offsetOf, type Page, type PageRequest, pageOf } from '../../core/page.ts'
import { branchRef, type RefName, tagRef } from '../../core/ref-name.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import type { Builder, Db } from '../../db/handle.ts'
import { refHoldsText } from '../../db/holds-text.ts'
import { prepared, preparedList, preparedShapes } from '../../db/prepared.ts'
import { readPage } from '../../db/read-page.ts'
import { parseTag, type Signature } from '../../git/parse-commit.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { rulesOf } from '../protection/branch-rule.ts'
import { mayDeleteTag, tagRulesOf } from '../protection/tag-rule.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { checkSignatures, type SignatureCheck } from '../signatures/check-signatures.ts'
import { refsUnder } from './refs-under.ts'
import { tagsByVersion } from './tags-by-version.ts'

export interface Branch {
  readonly name: string
  readonly isDefault: boolean
  readonly sha: Sha
  /** Some protection means it. */
  readonly isProtected: boolean
}

export interface Tag {
  readonly name: string
  readonly sha: Sha
  /** It may name a file or a folder as well, which have no history. */
  readonly isCommit: boolean
  /** Null for a lightweight tag, which is nothing but a name. */
  readonly annotation: {
    readonly sha: Sha
    readonly message: string
    readonly tagger: Signature | null
    /** Null where it is not signed. */
    readonly signature: SignatureCheck | null
  } | null
  /** Some protection means it. */
  readonly isProtected: boolean
  /** No protection keeps whoever asks from it. */
  readonly canDelete: boolean
}

const heads = 'refs/heads/'
const tags = 'refs/tags/'
const reading = { role: 'Reader', scope: 'repo:read' } as const

/** The default branch first, then by name. */
export async function listBranches(
  app: Pick<App, 'db'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest & { readonly q?: string },
): Promise<Page<Branch>> {
  const repo = await requireRepo(app, actor, ref, reading)
  const first = heads + repo.defaultBranch
  const ruleOf = await rulesOf(app.db, repo.id)
  const { items: rows, ...page } = await pageOfBranches(app.db, { repoId: repo.id, first }, request)
  const items: Branch[] = []
  const pace = new Pace()
  for (const row of rows) {
    const name = row.name.slice(heads.length)
    items.push({ name, isDefault: row.name === first, sha: requireSha(row.sha), isProtected: ruleOf(name) !== null })
    await pace.isOver()
  }
  return { ...page, items }
}

interface Branches {
  readonly repoId: number
  /** The ref that goes before all others. */
  readonly first: string
}

async function pageOfBranches(
  db: Db,
  its: Branches,
  { q = '', ...request }: PageRequest & { readonly q?: string },
): Promise<Page<RefRow>> {
  if (q !== '') {
    return readPage(selectBranches(db, its).where(refHoldsText(q, sql<string>`lower(name)`)), request)
  }
  const [items, [counted]] = await Promise.all([
    allBranches(db, { most: request.perPage }, { ...its, skip: offsetOf(request) }),
    countBranches(db, its),
  ])
  return { ...request, items, total: Number(counted?.total) }
}

function selectBranches(db: Builder, { repoId, first }: Branches) {
  return refsUnder(db, repoId, heads)
    .select(['name', 'sha', 'peeled'])
    .orderBy((eb) => eb.case().when('name', '=', first).then(0).else(1).end())
    .orderBy('name')
}

const allBranches = preparedShapes((db, { most }: { most: number }, its: Branches & { readonly skip: number }) =>
  selectBranches(db, its).limit(most).offset(its.skip),
)

const countBranches = prepared((db, its: Pick<Branches, 'repoId'>) =>
  refsUnder(db, its.repoId, heads).select((eb) => eb.fn.countAll<number>().as('total')),
)

export async function getBranch(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef, name: string): Promise<Branch> {
  const repo = await requireRepo(app, actor, ref, reading)
  const row = await findRef(app, repo.id, branchRef(name))
  if (row === undefined) throw notFound('BRANCH')
  const ruleOf = await rulesOf(app.db, repo.id)
  const isDefault = name === repo.defaultBranch
  return { name, isDefault, sha: requireSha(row.sha), isProtected: ruleOf(name) !== null }
}

/** The highest version first. */
export async function listTags(
  app: Pick<App, 'config' | 'db' | 'kept' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest & { readonly q?: string },
): Promise<Page<Tag>> {
  const repo = await requireRepo(app, actor, ref, reading)
  const q = request.q?.toLowerCase() ?? ''
  const names = await tagsByVersion(app, repo)
  const page = pageOf(q === '' ? names : names.filter((name) => name.toLowerCase().includes(q)), request)
  return { ...page, items: await readTags(app, repo, await findTags(app, repo.id, page.items)) }
}

/** In the order in which they are named. One may be gone by now. */
async function findTags(app: Pick<App, 'db'>, repoId: number, names: readonly string[]): Promise<readonly RefRow[]> {
  if (names.length === 0) return []
  const wanted = names.map((name) => tags + name)
  const rows = new Map((await named(app.db, wanted, { repoId })).map((row) => [row.name, row]))
  return wanted.flatMap((name) => rows.get(name) ?? [])
}

export async function getTag(
  app: Pick<App, 'config' | 'db' | 'kept' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  name: string,
): Promise<Tag> {
  const repo = await requireRepo(app, actor, ref, reading)
  const row = await findRef(app, repo.id, tagRef(name))
  if (row === undefined) throw notFound('TAG')
  const [tag] = await readTags(app, repo, [row])
  if (tag === undefined) throw notFound('TAG')
  return tag
}

interface RefRow {
  readonly name: string
  readonly sha: string
  readonly peeled: string
}

type Needs = Pick<App, 'config' | 'db' | 'kept' | 'objects'>

async function readTags(app: Needs, repo: OpenRepo, rows: readonly RefRow[]): Promise<readonly Tag[]> {
  const dir = repoDirectory(app.config, repo)
  const read = await Promise.all(rows.map((row) => readTag(app, dir, row)))
  const signable = read.flatMap(({ annotation }) =>
    annotation === null ? [] : [{ sha: annotation.sha, email: annotation.tagger?.email ?? '' }],
  )
  const signatures = await checkSignatures(app, dir, signable)
  const ruleOf = await tagRulesOf(app.db, repo.id)
  return read.map(({ annotation, ...tag }) => {
    const rule = ruleOf(tag.name)
    return {
      ...tag,
      annotation: annotation && { ...annotation, signature: signatures.get(annotation.sha) ?? null },
      isProtected: rule !== null,
      canDelete: mayDeleteTag(rule, repo.role),
    }
  })
}

async function readTag(app: Needs, dir: RepoDir, row: RefRow) {
  const name = row.name.slice(tags.length)
  const sha = requireSha(row.peeled)
  const isCommit = (await app.objects.info(dir, sha))?.type === 'commit'
  if (row.sha === row.peeled) return { name, sha, isCommit, annotation: null }
  const object = await app.objects.read(dir, requireSha(row.sha))
  const { message = '', tagger = null } = object === null ? {} : parseTag(object.data)
  return { name, sha, isCommit, annotation: { sha: requireSha(row.sha), message: message.trimEnd(), tagger } }
}

async function findRef(app: Pick<App, 'db'>, repoId: number, ref: RefName | null): Promise<RefRow | undefined> {
  return ref === null ? undefined : (await named(app.db, [ref], { repoId }))[0]
}

const named = preparedList((db, names: readonly string[], its: { repoId: number }) =>
  db.selectFrom('refs').select(['name', 'sha', 'peeled']).where('repo_id', '=', its.repoId).where('name', 'in', names),
)
