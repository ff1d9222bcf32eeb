import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { tagRef } from '../../core/ref-name.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseTag } from '../../git/parse-commit.ts'
import { tagObject } from '../../git/write-commit.ts'
import { writeObjects } from '../../git/write-objects.ts'
import { requireRepo } from '../access/require-repo.ts'
import { mayDeleteTag, tagRulesOf } from '../protection/tag-rule.ts'
import { inRoom } from '../quota/take-room.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { signatureOf } from '../users/signature-of.ts'
import { createRef } from './create-ref.ts'
import type { Tag } from './list-refs.ts'
import { parseNewName } from './parse-new-name.ts'
import { requireCommit } from './require-commit.ts'

export interface NewTag {
  readonly name: string
  readonly from: string | undefined
  /** Empty for a lightweight tag. */
  readonly message: string
}

/** A tag at a branch, tag or commit: annotated by whoever makes it where there is a message. */
export async function createTag(
  app: Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>,
  actor: KnownActor,
  ref: RepoRef,
  input: NewTag,
): Promise<Tag> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  const tag = parseNewName('name', input.name, tagRef)
  const sha = await requireCommit(app, repo, input.from)
  const move = { actor, repo, way: 'push' } as const
  const made = { noun: 'TAG', name: input.name, ref: tag } as const
  const rule = (await tagRulesOf(app.db, repo.id))(input.name)
  const canDelete = mayDeleteTag(rule, repo.role)
  const shown = { name: input.name, sha, isCommit: true, isProtected: rule !== null, canDelete }
  if (input.message === '') {
    await createRef(app, move, { ...made, sha })
    return { ...shown, annotation: null }
  }
  const tagger = signatureOf(app, actor.user)
  const object = tagObject({ object: sha, name: input.name, tagger, message: input.message })
  await inRoom(app, repo, object.data.length, async () => {
    await writeObjects(app.git, repoDirectory(app.config, repo), [object])
    await createRef(app, move, { ...made, sha: object.sha })
  })
  // As it was written, which is as everybody will read it.
  const written = parseTag(object.data)
  return {
    ...shown,
    annotation: { sha: object.sha, message: written.message.trimEnd(), tagger: written.tagger, signature: null },
  }
}
