import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { alreadyExists, Fault, forbidden, invalidField } from '../../core/errors.ts'
import { type RefName, tagRef } from '../../core/ref-name.ts'
import { parseSha, type Sha } from '../../core/sha.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { tagGateOf } from '../protection/tag-rule.ts'
import { createRef } from '../refs/create-ref.ts'
import { parseNewName } from '../refs/parse-new-name.ts'
import { requireCommit } from '../refs/require-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findRelease } from './store.ts'

/** The tag that a release stands on: there already, or one that is made when the release is published. */
export type ReleaseTag =
  | { readonly kind: 'there' }
  | { readonly kind: 'new'; readonly name: string; readonly ref: RefName; readonly sha: Sha }

export interface WantedTag {
  readonly tagName: string
  /** A branch, a tag or a commit to make the tag at; the default branch unless said otherwise. */
  readonly target: string | null
  /** Then it is made when the draft is published, by whoever does that. */
  readonly isDraft: boolean
}

/** Everything that can be wrong with a tag is said before anything is written. */
export async function planTag(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  repo: OpenRepo,
  { tagName, target, isDraft }: WantedTag,
): Promise<ReleaseTag> {
  const ref = parseNewName('tag_name', tagName, tagRef)
  const row = await app.db
    .selectFrom('refs')
    .select('peeled')
    .where('repo_id', '=', repo.id)
    .where('name', '=', ref)
    .executeTakeFirst()
  if (row === undefined) {
    const sha = await requireTarget(app, repo, target)
    // The gate for refs has the last word; whoever sends large files hears it before.
    const refusal = isDraft ? null : (await tagGateOf(app.db, repo.id, repo.role))(tagName, 'create')
    if (refusal !== null) throw forbidden(refusal)
    return { kind: 'new', name: tagName, ref, sha }
  }
  const sha = parseSha(row.peeled)
  const info = sha === null ? null : await app.objects.info(repoDirectory(app.config, repo), sha)
  if (info?.type !== 'commit') throw invalidField('tag_name', 'format', 'is a tag of something else than a commit')
  return { kind: 'there' }
}

/**
 * Makes the tag, like a push of it. A crash between this and the release leaves a tag, on which the next try builds; so
 * whatever else could refuse the release has to be asked before.
 */
export async function makeTag(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>,
  { actor, repo, releaseId }: TagMaker,
  tag: ReleaseTag,
): Promise<void> {
  if (tag.kind === 'there') return
  // A draft, or one whose tag was deleted, has the name although there is no tag.
  const other = await findRelease(app.db, repo, { drafts: true }, { tagName: tag.name })
  if (other !== null && other.id !== releaseId) throw hasRelease(tag.name)
  await createRef(app, { actor, repo, way: 'push' }, { noun: 'TAG', ...tag })
}

interface TagMaker {
  readonly actor: KnownActor
  readonly repo: OpenRepo
  /** Null for one that is only being made. */
  readonly releaseId: number | null
}

export function hasRelease(tagName: string): Fault {
  return alreadyExists('RELEASE', 'tag_name', `the tag ${tagName} has a release already`)
}

/** The commit that a tag stands on; null where there is no such tag, or it stands on something else. */
export async function findTagged(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  repo: OpenRepo,
  tagName: string,
): Promise<Sha | null> {
  const ref = tagRef(tagName)
  if (ref === null) return null
  try {
    return await requireCommit(app, repo, ref)
  } catch (error) {
    if (error instanceof Fault && error.kind === 'not-found') return null
    throw error
  }
}

export async function requireTarget(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  repo: OpenRepo,
  target: string | null,
): Promise<Sha> {
  try {
    return await requireCommit(app, repo, target ?? undefined)
  } catch (error) {
    if (!(error instanceof Fault && error.kind === 'not-found')) throw error
    const why = repo.isEmpty ? 'stands for nothing: the repository is empty' : 'is no branch, tag or commit here'
    throw invalidField('target', 'unknown', why)
  }
}
