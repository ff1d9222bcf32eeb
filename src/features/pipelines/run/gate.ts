import { requireSha } from '../../../core/sha.ts'
import { gateSbom } from '../../sbom/gate-sbom.ts'
import { sbomFileName, writeSbom } from '../../sbom/write-sbom.ts'
import type { GateResult } from '../pipeline.ts'
import type { Run } from './run.ts'
import { saveOwnArtifact } from './save-artifacts.ts'

/** The second stage: what the commit is built from is listed, and judged where a platform is set up for it. */
export async function gate(run: Run): Promise<GateResult> {
  const { app, repo, pipeline, log, signal } = run
  const sha = requireSha(pipeline.commit_sha)
  const result = await gateSbom(app, repo, sha, signal)
  const { policyViolations, ...verdict } = result
  log.say(`SBOM gate: ${verdict.result} (${verdict.reason})`)
  // Where it could not even be made, there is none to keep.
  const isMade = verdict.result === 'PASS' || verdict.components > 0
  if (isMade) await saveOwnArtifact(run, sbomFileName, (await writeSbom(app, repo, sha)).document)
  return { ...verdict, policy_violations: policyViolations }
}
