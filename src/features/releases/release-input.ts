import type { App } from '../../app.ts'
import { invalid, invalidField } from '../../core/errors.ts'
import { tagRef } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { parseSha } from '../../core/sha.ts'
import { parseTitle } from '../../core/title.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

export interface ReleaseInput {
  readonly tagName?: string | undefined
  readonly name?: string | undefined
  readonly body?: string | undefined
  readonly isDraft?: boolean | undefined
  readonly isPrerelease?: boolean | undefined
}

const longestBody = 65_536

/** Without a name of its own, a release is called by its tag. */
export function parseReleaseName(name: string | undefined, tagName: string): string {
  return name === undefined || name.trim() === '' ? tagName : parseTitle('name', name)
}

export function parseReleaseBody(body: string): string {
  if (body.length > longestBody) throw invalidField('body', 'too_long', `must be at most ${longestBody} characters`)
  return body
}

/** A release stands on a tag that is there, and that leads to a commit. */
export async function requireReleaseTag(
  app: Pick<App, 'config' | 'db' | 'objects'>,
  repo: Repo,
  name: string,
): Promise<void> {
  const ref = tagRef(name)
  const row =
    ref === null
      ? undefined
      : await app.db
          .selectFrom('refs')
          .select('peeled')
          .where('repo_id', '=', repo.id)
          .where('name', '=', ref)
          .executeTakeFirst()
  const sha = row === undefined ? null : parseSha(row.peeled)
  const info = sha === null ? null : await app.objects.info(repoDirectory(app.config, repo), sha)
  if (info === null) {
    const detail = { field: 'tag_name', code: 'unknown', message: 'is not a tag of this repository' }
    throw invalid([detail], 'TAG_NOT_FOUND')
  }
  if (info.type !== 'commit') throw invalidField('tag_name', 'format', 'is a tag of something else than a commit')
}
