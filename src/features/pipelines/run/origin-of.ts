import { branchOf, parseRefName, tagOf } from '../../../core/ref-name.ts'
import { parseSha, requireSha } from '../../../core/sha.ts'
import { changedPaths } from '../../../git/changed-paths.ts'
import { repoDirectory } from '../../repos/repo-directory.ts'
import type { Run } from './run.ts'

/** What a pipeline runs for, as conditions and expressions speak of it. */
export interface Origin {
  /** Of a pull request, the one that it is to be merged into; null for a tag. */
  readonly branch: string | null
  readonly tag: string | null
  readonly pull: { readonly number: number; readonly sourceBranch: string } | null
}

export async function originOf({ app, pipeline }: Run): Promise<Origin> {
  if (pipeline.thread_id !== null) {
    const pull = await app.db
      .selectFrom('pulls')
      .innerJoin('threads', 'threads.id', 'pulls.thread_id')
      .select(['threads.number', 'pulls.source_branch as sourceBranch', 'pulls.target_branch as targetBranch'])
      .where('thread_id', '=', pipeline.thread_id)
      .executeTakeFirst()
    return { branch: pull?.targetBranch ?? null, tag: null, pull: pull ?? null }
  }
  const ref = parseRefName(pipeline.ref)
  return { branch: ref === null ? null : branchOf(ref), tag: ref === null ? null : tagOf(ref), pull: null }
}

/** Null where there is nothing to compare with, or not any more: then every path counts as changed. */
export async function changesOf({ app, repo, pipeline }: Run): Promise<readonly string[] | null> {
  const base = parseSha(pipeline.base_sha ?? '')
  const dir = repoDirectory(app.config, repo)
  if (base === null || (await app.objects.info(dir, base))?.type !== 'commit') return null
  return changedPaths(app.git, dir, base, requireSha(pipeline.commit_sha))
}
