import { createHash } from 'node:crypto'
import type { RunFacts } from '../../../ci/easy/interpolate.ts'
import { matchesPattern } from '../../../core/match-pattern.ts'
import { requireSha } from '../../../core/sha.ts'
import { listFiles } from '../../../git/list-files.ts'
import { treeOf } from '../../contents/find-entry.ts'
import { repoDirectory } from '../../repos/repo-directory.ts'
import { shortRef } from '../short-ref.ts'
import type { Origin } from './origin-of.ts'
import type { Run } from './run.ts'

/** What expressions in a plan stand for in this run. */
export function runFacts(run: Run, origin: Origin, env: Readonly<Record<string, string>>): RunFacts {
  const { pipeline } = run
  return {
    variables: new Map(Object.entries(env)),
    facts: {
      ref: shortRef(pipeline.ref),
      sha: pipeline.commit_sha,
      branch: origin.branch ?? '',
      source_branch: origin.pull?.sourceBranch ?? '',
      pull: String(origin.pull?.number ?? ''),
      event: pipeline.trigger_event,
    },
    hash: (globs) => hashOf(run, globs),
  }
}

/** From the ids that git has given the files: nothing is read, and no link leads anywhere. */
async function hashOf({ app, repo, pipeline }: Run, globs: readonly string[]): Promise<string> {
  const dir = repoDirectory(app.config, repo)
  const files = await listFiles(app, dir, await treeOf(app, dir, requireSha(pipeline.commit_sha)))
  const isMeant = (path: string): boolean => globs.some((glob) => matchesPattern(glob, path))
  const hash = createHash('sha256')
  for (const { path, sha } of files) if (isMeant(path)) hash.update(`${path}\0${sha}\n`)
  return hash.digest('hex')
}
