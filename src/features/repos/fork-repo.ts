import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { alreadyExists, notFound } from '../../core/errors.ts'
import { parseRefName } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { requireSha } from '../../core/sha.ts'
import { slicesOf } from '../../core/slices-of.ts'
import { parseRepoName } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { uuid } from '../../db/uuid.ts'
import { copyRepository } from '../../git/copy-repository.ts'
import { markBorn } from '../../git/repository-folder.ts'
import { emit } from '../../outbox/emit.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { roleOf } from '../access/role-of.ts'
import { record } from '../audit/record.ts'
import { claimRoom, requireRoom } from '../quota/claim-room.ts'
import { roomOf } from '../quota/storage.ts'
import { holdRepo } from './hold-repo.ts'
import { chooseOwner, confirmOwner } from './new-owner.ts'
import { repoDirectory } from './repo-directory.ts'
import { insertRepo, type RepoValues } from './store.ts'
import { takeBackRepository } from './take-back-repository.ts'

export interface ForkInput {
  readonly slug?: string | undefined
  /** A team; whoever forks it when absent. */
  readonly owner?: string | undefined
}

interface RefRow {
  readonly name: string
  readonly sha: string
  readonly peeled: string
}

/**
 * A repository of one's own that begins with everybody else's branches and tags. As visible as where it came from: what
 * is private stays so.
 */
export async function forkRepo(
  app: Pick<App, 'config' | 'db' | 'git' | 'keys' | 'log' | 'passing'>,
  actor: KnownActor,
  ref: RepoRef,
  input: ForkInput,
): Promise<Repo> {
  const source = await requireRepo(app, actor, ref, {
    role: 'Reader',
    scope: 'repo:write',
    evenArchived: true,
  })
  const slug = parseRepoName('slug', input.slug ?? source.slug)
  const owner = await chooseOwner(app, actor, input.owner)
  const { git, lfs } = await roomOf(app.db, { repoId: source.id })
  await requireRoom(app, owner, git + lfs)
  const refs = await visibleRefs(app, source)
  const values: RepoValues = {
    uuid: uuid(),
    slug,
    description: source.description,
    isPublic: source.isPublic,
    defaultBranch: source.defaultBranch,
    forkOf: source.id,
  }
  const dir = repoDirectory(app.config, { home: owner.directory, uuid: values.uuid })
  await copyRepository(app.git, {
    from: repoDirectory(app.config, source),
    to: dir,
    refs: refs.flatMap(({ name, sha }) => {
      const parsed = parseRefName(name)
      return parsed === null ? [] : [{ name: parsed, sha: requireSha(sha) }]
    }),
    defaultBranch: source.defaultBranch,
  })
  try {
    await app.passing('repo.copied')
    const made = await inTransaction(app, async (tx) => {
      await confirmOwner(tx, actor, owner)
      const { isPublic } = await holdSource(tx, actor, source)
      const fork = await insertRepo(tx, owner, { ...values, isPublic })
      if (fork === null) throw alreadyExists('REPO', 'slug', `${owner.name}/${slug} exists already`)
      // Copying may have taken long, and large files come along as they are now.
      await claimRoom(app, tx, owner, git + (await roomOf(tx, { repoId: source.id })).lfs)
      await takeAlong(tx, source, fork, refs)
      await emit(tx, { type: 'repo.forked', repoId: fork.id })
      await record(app, tx, actor, {
        event: 'REPO_FORKED',
        target: { type: 'repository', id: fork.uuid, name: `${owner.name}/${slug}` },
        metadata: { from: `${source.owner}/${source.slug}` },
      })
      return { ...fork, isEmpty: source.isEmpty, sizeBytes: source.sizeBytes }
    })
    await markBorn(dir)
    return made
  } catch (error) {
    await takeBackRepository(app, error, { uuid: values.uuid, dir })
    throw error
  }
}

/** Copying may have taken long: what was hidden meanwhile stays so, and whoever may not read it any more gets no copy. */
async function holdSource(tx: Tx, actor: KnownActor, source: Repo): Promise<Repo> {
  const held = await holdRepo(tx, source.id)
  if (held === null || (await roleOf(tx, actor, held)) === null) throw notFound('REPO')
  return held
}

/** Branches and tags; pull requests stay where they are. */
async function visibleRefs(app: Pick<App, 'db'>, source: OpenRepo): Promise<readonly RefRow[]> {
  const rows = await app.db
    .selectFrom('refs')
    .select(['name', 'sha', 'peeled'])
    .where('repo_id', '=', source.id)
    .execute()
  return rows.filter(({ name }) => name.startsWith('refs/heads/') || name.startsWith('refs/tags/'))
}

const rowsAtOnce = 500

async function takeAlong(tx: Tx, source: Repo, fork: Repo, refs: readonly RefRow[]): Promise<void> {
  for (const some of slicesOf(refs, rowsAtOnce)) {
    await tx
      .insertInto('refs')
      .values(some.map((row) => ({ ...row, repo_id: fork.id, updated_at: tx.now })))
      .execute()
  }
  // Whoever may read the one may have its large files too.
  await tx
    .insertInto('lfs_objects')
    .columns(['oid', 'blob_id', 'repo_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('lfs_objects')
        .select(['oid', 'blob_id'])
        .select((inner) => [inner.val(fork.id).as('repo_id'), inner.val(tx.now).as('created_at')])
        .where('repo_id', '=', source.id),
    )
    .execute()
  await tx
    .updateTable('repos')
    .set({ is_empty: source.isEmpty ? 1 : 0, size_bytes: source.sizeBytes, pushed_at: source.pushedAt })
    .where('id', '=', fork.id)
    .execute()
  await tx
    .updateTable('repos')
    .set((eb) => ({ forks_count: eb('forks_count', '+', 1) }))
    .where('id', '=', source.id)
    .execute()
}
