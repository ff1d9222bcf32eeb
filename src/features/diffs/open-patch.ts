import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { findDivergence } from '../../git/merge-base.ts'
import { streamDiff, streamPatch } from '../../git/stream-patch.ts'
import { baseOf } from '../commits/get-commit.ts'
import { readCommit } from '../commits/list-commits.ts'
import { openRevision } from '../contents/open-revision.ts'
import { sendInTurn } from '../contents/send-in-turn.ts'
import type { ComparedRange } from './compared-range.ts'

/** Changes as the text that git's own programs take. */
export interface PatchText {
  /** A name of exactly this text. */
  readonly etag: string
  readonly isPublic: boolean
  readonly open: () => Promise<Readable>
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects' | 'paces' | 'turns'>

/** What a commit changed; as a patch also what it says. */
export async function openCommitPatch(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  { commit, format }: { readonly commit: string; readonly format: 'patch' | 'diff' },
): Promise<PatchText> {
  const { repo, dir, revision } = await openRevision(app, actor, ref, commit)
  const { sha, parents } = await readCommit(app, dir, revision.sha)
  const from = baseOf({ parents })
  const make = (): Readable =>
    format === 'patch' ? streamPatch(app.git, dir, sha) : streamDiff(app.git, dir, { from, to: sha })
  return { etag: `${sha}-${format}`, isPublic: repo.isPublic, open: () => sendInTurn(app, actor, 'patch', make) }
}

/** What `head` would bring to `base`, since they went apart; or where the two differ as they are. */
export async function openComparedDiff(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  sides: ComparedRange,
): Promise<PatchText> {
  const { repo, dir, revision: base } = await openRevision(app, actor, ref, sides.base)
  const { revision: head } = await openRevision(app, actor, ref, sides.head)
  const { mergeBase } = sides.isDirect ? { mergeBase: null } : await findDivergence(app, dir, base.sha, head.sha)
  const from = mergeBase ?? base.sha
  const make = (): Readable => streamDiff(app.git, dir, { from, to: head.sha })
  return {
    etag: `${from}-${head.sha}-diff`,
    isPublic: repo.isPublic,
    open: () => sendInTurn(app, actor, 'patch', make),
  }
}
