import type { PushedRef } from '../../core/events.ts'
import { noSha, parseSha } from '../../core/sha.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { peel } from '../repos/peel.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { type ScanNeeds, scanCommit } from './scan-commit.ts'

/** Whoever pushes a thousand branches at once has them read when somebody asks. */
const mostCommits = 20

/** The job after a push: what each new tip of a branch or tag is built from. */
export async function scanPush(app: ScanNeeds, repoId: number, changes: readonly PushedRef[]): Promise<void> {
  const repo = await findRepoById(app.db, repoId)
  if (repo === null || !(repo.sbomEnabled ?? app.config.SBOM_ENABLED)) return
  const dir = repoDirectory(app.config, repo)
  const tips = changes.filter(({ ref, after }) => /^refs\/(heads|tags)\//.test(ref) && after !== noSha)
  const done = new Set<string>()
  for (const { after } of tips) {
    if (done.size >= mostCommits) break
    const id = parseSha(after)
    const commit = id === null ? null : await peel(app, dir, id)
    if (commit === null || done.has(commit)) continue
    done.add(commit)
    // A tag may stand on a file; and what was pushed may be gone by now.
    if ((await app.objects.info(dir, commit))?.type === 'commit') await scanCommit(app, repo, commit)
  }
}
