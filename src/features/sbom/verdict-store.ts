import type { Sha } from '../../core/sha.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { severities } from '../../sbom/read-findings.ts'
import type { KeptVerdict, SbomVerdict } from './verdict.ts'

const mostVerdicts = 200
const mostFindings = 200

export async function findVerdict(reader: Reader, repoId: number, sha: Sha): Promise<KeptVerdict | null> {
  const row = await reader
    .selectFrom('sbom_verdicts')
    .select(['verdict', 'findings', 'created_at'])
    .where('repo_id', '=', repoId)
    .where('sha', '=', sha)
    .executeTakeFirst()
  if (row === undefined) return null
  // Written by ourselves, below.
  const kept = JSON.parse(row.findings) as Pick<KeptVerdict, 'findings' | 'violations'>
  return { verdict: JSON.parse(row.verdict) as SbomVerdict, ...kept, at: row.created_at }
}

export async function saveVerdict(
  tx: Tx,
  repoId: number,
  sha: Sha,
  { verdict, findings, violations }: Omit<KeptVerdict, 'at'>,
): Promise<void> {
  const gravest = findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
  const values = {
    verdict: JSON.stringify(verdict),
    findings: JSON.stringify({
      findings: gravest.slice(0, mostFindings),
      violations: violations.slice(0, mostFindings),
    }),
    created_at: tx.now,
  }
  await tx
    .insertInto('sbom_verdicts')
    .values({ repo_id: repoId, sha, ...values })
    .onConflict((oc) => oc.columns(['repo_id', 'sha']).doUpdateSet(values))
    .execute()
  const last = await tx
    .selectFrom('sbom_verdicts')
    .select('id')
    .where('repo_id', '=', repoId)
    .orderBy('id', 'desc')
    .offset(mostVerdicts)
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return
  await tx.deleteFrom('sbom_verdicts').where('repo_id', '=', repoId).where('id', '<=', last.id).execute()
}
