import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { alreadyExists, invalidField } from '../../core/errors.ts'
import { isBranchName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { parseWritablePath } from '../../core/repo-path.ts'
import { parseRepoName } from '../../core/slug.ts'
import { inTransaction } from '../../db/transaction.ts'
import { uuid } from '../../db/uuid.ts'
import { initRepository, markBorn } from '../../git/repository-folder.ts'
import { record } from '../audit/record.ts'
import { commitFiles } from '../contents/write-files.ts'
import { requireRoom } from '../quota/claim-room.ts'
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

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'keys' | 'log' | 'objects' | 'passing'>

/** A README and its commit take less. */
const roomToBegin = 8192

export async function createRepo(app: Needs, actor: KnownActor, input: NewRepo): Promise<Repo> {
  if (input.autoInit === true) await requireRoom(app, { id: actor.user.id, name: actor.user.username }, roomToBegin)
  const repo = await makeRepo(app, actor, input)
  if (input.autoInit !== true) return repo
  const text = [`# ${repo.slug}`, repo.description].filter((part) => part !== '').join('\n\n')
  const path = parseWritablePath('path', 'README.md')
  const readme = { action: 'create', path, content: Buffer.from(`${text}\n`) } as const
  await commitFiles(app, actor, { ...repo, role: 'Owner' }, { message: 'Initial commit', operations: [readme] })
  return (await findRepoById(app.db, repo.id)) ?? repo
}

/**
 * The folder is made first and is complete before the row says that it is there; a crash in between leaves a folder
 * that says so itself, and is swept (see sweep-unborn.ts).
 */
async function makeRepo(app: Needs, actor: KnownActor, input: NewRepo): Promise<Repo> {
  const owner = await chooseOwner(app, actor, 'owner', input.owner)
  const slug = parseRepoName('slug', input.slug)
  const description = parseDescription(input.description ?? '')
  const defaultBranch = input.defaultBranch ?? 'main'
  if (!isBranchName(defaultBranch)) throw invalidField('default_branch', 'format', 'is not a name for a branch')
  const id = uuid()
  const dir = repoDirectory(app.config, { home: owner.directory, uuid: id })
  await initRepository(app.git, dir, defaultBranch)
  try {
    await app.passing('repo.folder-made')
    const made = await inTransaction(app, async (tx) => {
      const isPublic = input.isPublic === true
      await confirmOwner(tx, actor, owner)
      const repo = await insertRepo(tx, owner, { uuid: id, slug, description, isPublic, defaultBranch, forkOf: null })
      if (repo === null) throw alreadyExists('REPO', 'slug', `${owner.name}/${slug} exists already`)
      await record(app, tx, actor, {
        event: 'REPO_CREATED',
        target: { type: 'repository', id, name: `${owner.name}/${slug}` },
        metadata: { is_public: isPublic },
      })
      return repo
    })
    await markBorn(dir)
    return made
  } catch (error) {
    await takeBackRepository(app, error, { uuid: id, dir })
    throw error
  }
}
