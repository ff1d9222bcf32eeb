import type { Repo } from '../../core/repo.ts'
export async function gateSbom(
  _app: unknown,
  _repo: Repo,
  _sha: string,
  _signal: AbortSignal,
): Promise<{ result: 'PASS' | 'FAIL'; reason: string | null }> {
  return { result: 'PASS', reason: null }
}
