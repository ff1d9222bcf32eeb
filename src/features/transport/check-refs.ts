import { access, constants, mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { App } from '../../app.ts'
import type { RefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { RepositoryAway } from '../../core/repository-away.ts'
import { noSha, requireSha, type Sha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import { dropBrokenNotes } from '../../git/drop-broken-notes.ts'
import { type Depth, findDamage } from '../../git/find-damage.ts'
import { listAllRefs } from '../../git/list-refs.ts'
import { isTorn, mendTornRefs } from '../../git/mend-torn-refs.ts'
import { presentObjects } from '../../git/pack-since.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { updateRefs } from '../../git/update-refs.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { peel } from '../repos/peel.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

export interface RefsReport {
  readonly checked: number
  /** Repositories whose rows differed from what git has, and were brought in line with it. */
  readonly mended: readonly string[]
  /** Repositories of which what git notes for speed was broken, or a folder or a ref was torn: put right. */
  readonly repaired: readonly string[]
  /** Repositories whose folder is gone: only a backup brings it back. */
  readonly lost: readonly string[]
  /** Repositories that lack something which their refs need, or that git cannot read. */
  readonly damaged: readonly DamagedRepo[]
}

export interface DamagedRepo {
  readonly name: string
  readonly folder: string
  readonly damage: string
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'objects'>

/**
 * Looks into every repository, and compares its refs with the database. Git is right: it is what people clone. Only of
 * one that is damaged the database may know more, and stays as it is.
 */
export async function checkRefs(app: Needs, depth: Depth): Promise<RefsReport> {
  const ids = await app.db.selectFrom('repos').select('id').orderBy('id').execute()
  const mended: string[] = []
  const repaired: string[] = []
  const lost: string[] = []
  const damaged: DamagedRepo[] = []
  for (const { id } of ids) {
    const found = await examine(app, id, depth)
    if (found === null) continue
    const { name, folder, what } = found
    if (what === 'lost') lost.push(`${name} (${folder})`)
    else if ('damage' in what) damaged.push({ name, folder, damage: what.damage })
    else {
      if (what.isRepaired) repaired.push(name)
      if (what.isMended) mended.push(name)
    }
  }
  return { checked: ids.length, mended, repaired, lost, damaged }
}

interface Found {
  readonly name: string
  /** Below DATA_DIR. */
  readonly folder: string
  readonly what: 'lost' | { readonly damage: string } | { readonly isRepaired: boolean; readonly isMended: boolean }
}

/** Null for one that is deleted, or changes hands at this moment. */
async function examine(app: Needs, id: number, depth: Depth): Promise<Found | null> {
  const repo = await findRepoById(app.db, id)
  if (repo === null) return null
  const dir = repoDirectory(app.config, repo)
  const here = { name: `${repo.owner}/${repo.slug}`, folder: relative(app.config.DATA_DIR, dir) }
  if (await isGone(dir)) return { ...here, what: 'lost' }
  try {
    // Git would only say that it cannot go there.
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
    const isMadeWhole = await repair(app, repo)
    const damage = await findDamage(app.git, dir, depth)
    if (damage !== null) return { ...here, what: { damage } }
    const isRepaired = (await dropBrokenNotes(app.git, dir)) || isMadeWhole
    return { ...here, what: { isRepaired, isMended: await mend(app, repo) } }
  } catch (error) {
    if (error instanceof RepositoryAway) return null
    return { ...here, what: { damage: error instanceof Error ? error.message.trim() : String(error) } }
  }
}

/** One that we may not look at is there. */
function isGone(dir: RepoDir): Promise<boolean> {
  return access(dir).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
  )
}

/** What can be put right without anybody's help: nothing that people have made is lost by it. */
async function repair(app: Needs, repo: Repo): Promise<boolean> {
  const dir = repoDirectory(app.config, repo)
  // Without them a folder is no repository to git. They may be empty, and some tools copy no empty folders.
  const made = [await isMade(join(dir, 'refs')), await isMade(join(dir, 'objects'))]
  const torn = await mendTornRefs(app.git, dir, await tornRefs(app, dir, await knownRefs(app, repo)))
  const isBack = await bringRefsBack(app, repo)
  return isBack || torn > 0 || made.includes(true)
}

/**
 * Of a repository whose refs are all gone: whoever deletes branches deletes them from the database, too, so a file was lost. Nobody
 * may take it for an empty one: its objects would count as leftovers, and the next backups as whole.
 */
async function bringRefsBack(app: Needs, repo: Repo): Promise<boolean> {
  const dir = repoDirectory(app.config, repo)
  if ((await listAllRefs(app.git, dir)).size > 0 || (await isBusy(app, repo))) return false
  // Looked at last: a push that has deleted them all, and is over by now, has said so here.
  const rows = await knownRefs(app, repo)
  if (rows.length === 0) return false
  const wanted = rows.map(({ sha }) => requireSha(sha))
  if ((await presentObjects(app.git, dir, wanted)).length < wanted.length)
    throw new Error(`all its refs are gone, and objects, too: the database knows ${rows.length}`)
  const changes = rows.map(({ name, sha }) => ({ ref: name as RefName, before: noSha, after: requireSha(sha) }))
  const { moved } = await updateRefs(app.git, dir, changes)
  if (!moved) throw new Error(`all its refs are gone, and could not be written anew: the database knows ${rows.length}`)
  return true
}

/** A push that is under way may have deleted them. */
async function isBusy(app: Needs, repo: Repo): Promise<boolean> {
  const entry = app.db.selectFrom('push_journal').select('id').where('repo_id', '=', repo.id)
  return (await entry.executeTakeFirst()) !== undefined
}

function knownRefs(app: Needs, repo: Repo): Promise<readonly KnownRef[]> {
  return app.db.selectFrom('refs').select(['name', 'sha']).where('repo_id', '=', repo.id).execute()
}

interface KnownRef {
  readonly name: string
  readonly sha: string
}

/** Not with the folders above it: a repository that was deleted a moment ago stays so. */
function isMade(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    () => false,
  )
}

/** Those of which the database knows where they stood, and git has what they stood at. */
async function tornRefs(app: Needs, dir: RepoDir, rows: readonly KnownRef[]): Promise<readonly RefChange[]> {
  const torn: RefChange[] = []
  for (const { name, sha } of rows) {
    const at = requireSha(sha)
    if (!(await isTorn(join(dir, name))) || (await presentObjects(app.git, dir, [at])).length === 0) continue
    torn.push({ ref: name as RefName, before: at, after: at })
  }
  return torn
}

async function mend(app: Needs, repo: Repo): Promise<boolean> {
  const dir = repoDirectory(app.config, repo)
  const there = await listAllRefs(app.git, dir)
  const known = await knownRefs(app, repo)
  const same = known.length === there.size && known.every(({ name, sha }) => there.get(name as RefName) === sha)
  if (same) return false
  const rows = await Promise.all(
    [...there].map(async ([name, sha]) => ({ name, sha, peeled: await peel(app, dir, sha) })),
  )
  return inTransaction(app, async (tx) => {
    // A push that is being settled at this moment writes what git has by itself.
    const underWay = await tx.selectFrom('push_journal').select('id').where('repo_id', '=', repo.id).executeTakeFirst()
    const held = await tx
      .updateTable('repos')
      .set({ refs_version: repo.refsVersion + 1, is_empty: rows.length === 0 ? 1 : 0 })
      .where('id', '=', repo.id)
      .where('refs_version', '=', repo.refsVersion)
      .executeTakeFirst()
    if (underWay !== undefined || held.numUpdatedRows === 0n) return false
    await tx.deleteFrom('refs').where('repo_id', '=', repo.id).execute()
    for (const row of rows)
      await tx
        .insertInto('refs')
        .values(valuesOf(repo, row, tx.now))
        .execute()
    return true
  })
}

function valuesOf(repo: Repo, row: { name: string; sha: Sha; peeled: Sha }, now: number) {
  return { repo_id: repo.id, name: row.name, sha: row.sha, peeled: row.peeled, updated_at: now }
}
