import { Fault } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import { InventoryFailed } from '../../sbom/inventory-thread.ts'
import type { Finding, Severity, Violation } from '../../sbom/read-findings.ts'
import { turnOf } from './ask-thread.ts'
import { DependencyTrack, DependencyTrackError } from './dependency-track.ts'
import type { Scan, ScanNeeds } from './scan-commit.ts'
import type { SbomVerdict } from './verdict.ts'
import { saveVerdict } from './verdict-store.ts'
import { writeSbom } from './write-sbom.ts'

interface Commit {
  readonly repo: Repo
  readonly sha: Sha
}

interface Analysis {
  readonly findings: readonly Finding[]
  readonly violations: readonly Violation[]
}

const nothing: Readonly<Record<Severity, number>> = { critical: 0, high: 0, medium: 0, low: 0, unassigned: 0 }

/**
 * The second stage of a pipeline: makes the document, has it analysed where that is set up, and judges. What cannot be
 * made or analysed does not pass, unless the deployment says that the platform may be away. Called off by `signal`,
 * whose reason it then throws.
 */
export async function gateSbom(app: ScanNeeds, repo: Repo, sha: Sha, signal: AbortSignal): Promise<SbomVerdict> {
  const commit = { repo, sha }
  const made = await make(app, repo, sha)
  if ('problem' in made) return keep(app, commit, unanalysed(made.problem, 0), null)
  const { scan, document } = made
  const { components } = scan.summary
  const isStrict = repo.sbomBlockOnViolation
  const [unread] = scan.summary.notes
  if (isStrict && unread !== undefined) {
    const reason = `${unread.path} was not taken into account: ${unread.text}`
    return keep(app, commit, unanalysed(reason, components), null)
  }
  if (!app.config.CI_DTRACK_ENABLED) {
    const reason = `Components: ${components}; no analysis is set up`
    return keep(app, commit, { ...unanalysed(reason, components), result: 'PASS' }, null)
  }
  try {
    const analysis = await analyse(app, commit, document, signal)
    return await keep(app, commit, judge(analysis, components, isStrict), analysis)
  } catch (error) {
    if (!(error instanceof DependencyTrackError)) throw error
    const isForgiven = app.config.CI_DTRACK_FAIL_OPEN && error.trouble !== 'refused'
    const verdict = unanalysed(error.message, components)
    return keep(app, commit, isForgiven ? { ...verdict, result: 'PASS' } : verdict, null)
  }
}

async function make(
  app: ScanNeeds,
  repo: Repo,
  sha: Sha,
): Promise<{ scan: Scan; document: Uint8Array } | { problem: string }> {
  try {
    return await writeSbom(app, repo, sha)
  } catch (error) {
    app.log.warn({ repo: repo.uuid, sha, error: String(error) }, 'an SBOM could not be made')
    return { problem: error instanceof Fault ? error.message : 'The list of components could not be made' }
  }
}

async function analyse(
  app: ScanNeeds,
  { repo, sha }: Commit,
  document: Uint8Array,
  signal: AbortSignal,
): Promise<Analysis> {
  const { CI_DTRACK_URL: url, CI_DTRACK_API_KEY: key } = app.config
  if (url === null || key === null) throw new DependencyTrackError('refused', 'Dependency-Track is not set up')
  const platform = new DependencyTrack(url, key, signal)
  const id = await platform.analyse({ name: `${repo.owner}/${repo.slug}`, version: sha }, document)
  const findings: Finding[] = []
  const violations: Violation[] = []
  try {
    await platform.pages('finding', id, async (json) => {
      const page = await app.inventories.run(turnOf(repo), 'findings', { json })
      findings.push(...page.findings)
      return page.read
    })
    await platform.pages('violation', id, async (json) => {
      const page = await app.inventories.run(turnOf(repo), 'violations', { json })
      violations.push(...page.violations)
      return page.read
    })
  } catch (error) {
    if (error instanceof InventoryFailed) {
      throw new DependencyTrackError('broken', 'Dependency-Track answered something that cannot be read')
    }
    throw error
  }
  return { findings, violations }
}

function judge({ findings, violations }: Analysis, components: number, isStrict: boolean): SbomVerdict {
  const counts: Record<Severity, number> = { ...nothing }
  for (const { severity } of findings) counts[severity] += 1
  const policyViolations = violations.filter(({ state }) => state === 'FAIL').length
  const isBad = counts.critical > 0 || policyViolations > 0
  const found = `Critical findings: ${counts.critical}, high: ${counts.high}, policy violations: ${policyViolations}`
  const reason = `${found}; components: ${components}${isBad && !isStrict ? '; the repository lets them pass' : ''}`
  return {
    result: isBad && isStrict ? 'FAIL' : 'PASS',
    ...counts,
    policyViolations,
    components,
    analysed: true,
    reason,
  }
}

/** Nobody has looked. */
function unanalysed(reason: string, components: number): SbomVerdict {
  return { result: 'FAIL', ...nothing, policyViolations: 0, components, analysed: false, reason }
}

async function keep(
  app: ScanNeeds,
  { repo, sha }: Commit,
  verdict: SbomVerdict,
  analysis: Analysis | null,
): Promise<SbomVerdict> {
  const { findings, violations } = analysis ?? { findings: [], violations: [] }
  await inTransaction(app, (tx) => saveVerdict(tx, repo.id, sha, { verdict, findings, violations }))
  return verdict
}
