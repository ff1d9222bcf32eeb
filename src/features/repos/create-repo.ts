import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { alreadyExists, invalidField } from '../../core/errors.ts'
import { isBranchName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { parseWritablePath } from '../../core/repo-path.ts'
import { parseRepoName } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { uuid } from '../../db/uuid.ts'
import { initRepository, markBorn } from '../../git/repository-folder.ts'
import { record } from '../audit/record.ts'
import { beginBranch } from '../contents/write-files.ts'
import { watchOwnRepo } from '../subscriptions/watch-own-repo.ts'
import { writeEntry } from '../transport/push-journal.ts'
import { settlePush } from '../transport/settle-push.ts'
import { findRepoById } from './find-repo.ts'
import { chooseOwner, confirmOwner } from './new-owner.ts'
import { parseDescription } from './parse-description.ts'
import { repoDirectory } from './repo-directory.ts'
import { insertRepo } from './store.ts'
import { takeBackRepository } from './take-back-repository.ts'

export interface NewRepo {
  readonly slug: string
  /** A team; whoever makes it when absent. */
  readonly owner?: string | undefined
  readonly description?: string | undefined
  readonly isPublic?: boolean | undefined
  readonly defaultBranch?: string | undefined
  /** Begins with a README, so that it can be cloned and edited at once. */
  readonly autoInit?: boolean | undefined
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'kept' | 'keys' | 'log' | 'objects' | 'passing'>

/**
 * The folder is made first, with its README where one is wanted, and is complete before the row says that it is there; a
 * crash in between leaves a folder that says so itself, and is swept (see sweep-unborn.ts). With the row comes a journal
 * entry for the first commit: what follows from it is done here, or by whoever finds the entry. `alongWith` is what else has
 * to be written: without it there is no repository either.
 */
export async function createRepo(
  app: Needs,
  actor: KnownActor,
  input: NewRepo,
  alongWith?: (tx: Tx, repo: Repo) => Promise<unknown>,
): Promise<Repo> {
  const owner = await chooseOwner(app, actor, input.owner)
  const slug = parseRepoName('slug', input.slug)
  const description = parseDescription(input.description ?? '')
  const defaultBranch = input.defaultBranch ?? 'main'
  if (!isBranchName(defaultBranch)) throw invalidField('default_branch', 'format', 'is not a name for a branch')
  const id = uuid()
  const dir = repoDirectory(app.config, { home: owner.directory, uuid: id })
  await initRepository(app.git, dir, defaultBranch)
  try {
    const readme = input.autoInit === true ? readmeOf(slug, description) : null
    const place = { dir, branch: defaultBranch }
    const first = readme === null ? null : await beginBranch(app, actor, place, readme)
    await app.passing('repo.folder-made')
    const { made, entry } = await inTransaction(app, async (tx) => {
      const isPublic = input.isPublic === true
      await confirmOwner(tx, actor, owner)
      const repo = await insertRepo(tx, owner, { uuid: id, slug, description, isPublic, defaultBranch, forkOf: null })
      if (repo === null) throw alreadyExists('REPO', 'slug', `${owner.name}/${slug} exists already`)
      await watchOwnRepo(tx, actor.user.id, repo.id)
      await alongWith?.(tx, repo)
      await record(app, tx, actor, {
        event: 'REPO_CREATED',
        target: { type: 'repository', id, name: `${owner.name}/${slug}` },
        metadata: { is_public: isPublic },
      })
      if (first === null) return { made: repo, entry: null }
      const pushed = { changes: [first.change], gitProcess: null, bytes: first.bytes }
      return { made: repo, entry: await writeEntry(app, tx, { actor, repo }, pushed) }
    })
    await markBorn(dir)
    if (entry === null) return made
    await settlePush(app, entry)
    return (await findRepoById(app.db, made.id)) ?? made
  } catch (error) {
    await takeBackRepository(app, error, { uuid: id, dir })
    throw error
  }
}

function readmeOf(slug: string, description: string) {
  const text = [`# ${slug}`, description].filter((part) => part !== '').join('\n\n')
  const path = parseWritablePath('path', 'README.md')
  const readme = { action: 'create', path, content: Buffer.from(`${text}\n`) } as const
  return { message: 'Initial commit', operations: [readme] }
}
