import type { Sha } from '../../../core/sha.ts'
import type { RepoDir } from '../../../git/run-git.ts'
import { Refused, type Run } from './run.ts'

export interface PowerEntry {
  readonly path: string
}

export async function validatePower(_run: Run, _dir: RepoDir, _tree: Sha): Promise<PowerEntry> {
  throw new Refused('not yet')
}
