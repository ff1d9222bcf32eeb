import type { App } from '../../app.ts'
import { branchOf, parseRefName, tagOf } from '../../core/ref-name.ts'
import { refsContaining } from '../../git/refs-containing.ts'
import { inTime } from '../contents/in-time.ts'
import type { OpenRevision } from '../contents/open-revision.ts'
import type { NamedRef } from './refs-at.ts'

export interface Containing {
  readonly refs: readonly NamedRef[]
  readonly total: number
}

const shown = 20
const patienceMs = 1500

/** The branches and tags that have a commit in their history. Null where that takes longer than a page may. */
export async function findContaining(
  app: Pick<App, 'git' | 'kept'>,
  { repo, dir, revision }: OpenRevision,
): Promise<Containing | null> {
  // As true as the refs are: with the next push it is another question.
  const question = ['containing', revision.sha, repo.refsVersion]
  const work = app.kept.of(
    dir,
    question,
    ({ refs }: Containing) => refs.length * 60,
    async () => {
      const names = await refsContaining(app.git, dir, revision.sha, ['refs/heads/', 'refs/tags/'])
      const refs = names.slice(0, shown).flatMap((name): NamedRef[] => {
        const ref = parseRefName(name)
        const branch = ref && branchOf(ref)
        const tag = ref && tagOf(ref)
        if (branch !== null) return [{ name: branch, kind: 'branch' }]
        return tag === null ? [] : [{ name: tag, kind: 'tag' }]
      })
      return { refs, total: names.length }
    },
  )
  return inTime(work, patienceMs)
}
