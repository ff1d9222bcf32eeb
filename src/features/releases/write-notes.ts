import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { listMerged } from '../pulls/list-merged.ts'
import { findReleaseBefore, type ReleaseBefore } from './find-release-before.ts'
import { notesText } from './notes-text.ts'
import { findTagged, requireTarget } from './release-tag.ts'
import { openForReleases } from './require-release.ts'

export interface NotesWanted {
  /** '' while nobody has decided. */
  readonly tagName: string
  /** Where the tag will be made, if it is not there; the default branch unless said otherwise. */
  readonly target?: string | undefined
  readonly isPrerelease?: boolean | undefined
  /** The tag to begin behind; found out unless said. */
  readonly since?: string | undefined
}

export interface ReleaseNotes {
  readonly name: string
  /** Markdown. */
  readonly body: string
  /** What they begin behind; null where they begin with the repository. */
  readonly since: string | null
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

/** What was merged since the release before, as a text to begin with. Nothing is saved. */
export async function writeNotes(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  { tagName, target, isPrerelease = false, since }: NotesWanted,
): Promise<ReleaseNotes> {
  const repo = await openForReleases(app, actor, ref, 'write')
  const head = (await findTagged(app, repo, tagName)) ?? (await requireTarget(app, repo, target ?? null))
  const before =
    since === undefined
      ? await findReleaseBefore(app, repo, { tagName, head, isPrerelease })
      : await requireBefore(app, repo, since)
  const merged = await listMerged(app, actor, ref, { head, since: before?.sha ?? null })
  const home = `${app.config.BASE_URL.replace(/\/+$/, '')}/${repo.owner}/${repo.slug}`
  const until = tagName === '' ? head : tagName
  return {
    name: tagName,
    body: notesText(merged, { home, since: before?.tagName ?? null, until }),
    since: before?.tagName ?? null,
  }
}

async function requireBefore(app: Needs, repo: OpenRepo, tagName: string): Promise<ReleaseBefore> {
  const sha = await findTagged(app, repo, tagName)
  if (sha === null) throw invalidField('previous_tag_name', 'unknown', 'is no tag of a commit here')
  return { tagName, sha }
}
