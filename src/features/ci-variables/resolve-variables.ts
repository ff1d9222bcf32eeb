import type { Repo } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import type { Keys } from '../../secrets/keys.ts'
import { openVariables } from './store.ts'

export interface ResolvedVariable {
  readonly key: string
  readonly value: string
  readonly secret: boolean
}

/** What a pipeline is of: whether its branch or tag is protected, and whether its code is the repository's own. */
export interface PipelineTrust {
  readonly isProtectedRef: boolean
  /** False for the pull request of a fork: whoever wrote it decides what its jobs do with what they are told. */
  readonly trusted: boolean
}

/**
 * What a job of a pipeline is told: the owning team's variables, then the repository's in their place. What is not for
 * this pipeline is left out first, so that a repository's secret does not keep a team's plain value from others.
 */
export async function resolveVariables(
  reader: Reader,
  keys: Pick<Keys, 'seal'>,
  repo: Pick<Repo, 'id' | 'ownerId'>,
  { isProtectedRef, trusted }: PipelineTrust,
): Promise<readonly ResolvedVariable[]> {
  const resolved = new Map<string, ResolvedVariable>()
  for (const place of [{ teamId: repo.ownerId }, { repoId: repo.id }]) {
    for (const { key, isSecret, protectedOnly, read } of await openVariables(reader, place)) {
      if ((isSecret && !trusted) || (protectedOnly && !(isProtectedRef && trusted))) continue
      resolved.set(key, { key, value: open(key, () => read(keys.seal)), secret: isSecret })
    }
  }
  return [...resolved.values()]
}

function open(key: string, read: () => string): string {
  try {
    return read()
  } catch (error) {
    throw new Error(`The variable ${key} does not open: it was sealed for another place or with another key`, {
      cause: error,
    })
  }
}
