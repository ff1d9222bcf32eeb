import type { App } from '../../app.ts'
import { alreadyExists, Fault } from '../../core/errors.ts'
import type { RefName } from '../../core/ref-name.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { readRef } from '../../git/read-ref.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { moveRefs, type RefMove } from '../transport/move-refs.ts'

export interface NewRef {
  readonly noun: 'BRANCH' | 'TAG'
  /** As the person calls it. */
  readonly name: string
  readonly ref: RefName
  readonly sha: Sha
}

/** Makes a ref where there is none. Of many who ask for the same at once one gets it, the others hear that it exists. */
export async function createRef(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>,
  move: RefMove,
  made: NewRef,
): Promise<void> {
  const dir = repoDirectory(app.config, move.repo)
  const taken = alreadyExists(made.noun, 'name', `${made.name} exists already`)
  if ((await readRef(dir, made.ref)) !== null) throw taken
  try {
    await moveRefs(app, move, [{ ref: made.ref, before: noSha, after: made.sha }])
  } catch (error) {
    const overtaken = error instanceof Fault && error.kind === 'conflict'
    throw overtaken && (await readRef(dir, made.ref)) !== null ? taken : error
  }
}
