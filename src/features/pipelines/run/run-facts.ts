import { createHash } from 'node:crypto'
import type { RunFacts } from '../../../ci/easy/interpolate.ts'
import { Fault } from '../../../core/errors.ts'
import { matchesPattern } from '../../../core/match-pattern.ts'
import { Pace } from '../../../core/pace.ts'
import { requireSha } from '../../../core/sha.ts'
import { listFiles } from '../../../git/list-files.ts'
import { treeOf } from '../../contents/find-entry.ts'
import { repoDirectory } from '../../repos/repo-directory.ts'
import { shortRef } from '../short-ref.ts'
import type { Origin } from './origin-of.ts'
import type { Run } from './run.ts'

/** Half a million files and ten patterns of a usual kind take a second. */
const hashPatienceMs = 5000

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
  const pace = new Pace(hashPatienceMs)
  for (const { path, sha } of files) {
    if (isMeant(path)) hash.update(`${path}\0${sha}\n`)
    if (await pace.isOver()) throw tooSlow()
  }
  return hash.digest('hex')
}

function tooSlow(): Fault {
  return new Fault('too-large', 'hash() takes too long: use fewer or simpler patterns', { code: 'CI_HASH_TOO_SLOW' })
}
