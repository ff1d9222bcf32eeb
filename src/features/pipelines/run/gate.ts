import { requireSha } from '../../../core/sha.ts'
import { gateSbom } from '../../sbom/gate-sbom.ts'
import type { GateResult } from '../pipeline.ts'
import type { Run } from './run.ts'

/** The second stage: what the commit is built from is listed, and judged where a platform is set up for it. */
export async function gate({ app, repo, pipeline, log, signal }: Run): Promise<GateResult> {
  const result = await gateSbom(app, repo, requireSha(pipeline.commit_sha), signal)
  const { policyViolations, ...verdict } = result
  log.say(`SBOM gate: ${verdict.result}${verdict.reason === null ? '' : ` (${verdict.reason})`}`)
  return { ...verdict, policy_violations: policyViolations }
}
