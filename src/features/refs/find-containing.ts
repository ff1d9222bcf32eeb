import type { App } from '../../app.ts'
import { branchOf, parseRefName, tagOf } from '../../core/ref-name.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import { refsContaining } from '../../git/refs-containing.ts'
import { inTime } from '../contents/in-time.ts'
import type { OpenRevision } from '../contents/open-revision.ts'
import type { NamedRef } from './refs-at.ts'

export interface Containing {
  readonly refs: readonly NamedRef[]
  readonly total: number
}

const shown = 20
/** Of more of them it is for git to tell. */
const mostTips = 10_000

type Needs = Pick<App, 'db' | 'git' | 'history' | 'kept' | 'objects'>

/** The branches and tags that have a commit in their history. Null where that takes longer; it is looked for on. */
export async function findContaining(
  app: Needs,
  { repo, dir, revision }: OpenRevision,
  patienceMs: number,
): Promise<Containing | null> {
  // As true as the refs are: with the next push it is another question.
  const question = ['containing', revision.sha, repo.refsVersion]
  const work = app.kept.of(
    dir,
    question,
    ({ refs }: Containing) => refs.length * 60,
    async () => {
      const names =
        (await findReaching(app, { repo, dir, revision })) ??
        (await refsContaining(app.git, dir, revision.sha, ['refs/heads/', 'refs/tags/']))
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

/** Without a git, and in the order in which it tells them; null where that is not possible. */
async function findReaching(app: Needs, opened: OpenRevision): Promise<readonly string[] | null> {
  const { dir, repo, revision } = opened
  const { tips } = await app.kept.of(dir, ['tips', repo.refsVersion], sizeOfTips, () => readTips(app, opened))
  if (tips === null) return null
  const shas = tips.map(({ sha }) => sha)
  const reaching = await app.history.reaching(dir, revision.sha, shas)
  return reaching && tips.flatMap(({ name, sha }) => (reaching.has(sha) ? name : []))
}

interface Tips {
  /** In the order of their names; null where there are too many. */
  readonly tips: readonly { readonly name: string; readonly sha: Sha }[] | null
}

function sizeOfTips({ tips }: Tips): number {
  return (tips?.length ?? 0) * 150
}

async function readTips(app: Needs, { repo, dir }: OpenRevision): Promise<Tips> {
  const rows = await app.db
    .selectFrom('refs')
    .select(['name', 'peeled'])
    .where('repo_id', '=', repo.id)
    .where((eb) => eb.or([eb('name', 'like', 'refs/heads/%'), eb('name', 'like', 'refs/tags/%')]))
    .limit(mostTips + 1)
    .execute()
  if (rows.length > mostTips) return { tips: null }
  const tips = await Promise.all(
    rows.map(async ({ name, peeled }) => {
      const sha = requireSha(peeled)
      // A tag may stand on a file or a folder, which has no history.
      return (await app.objects.info(dir, sha))?.type === 'commit' ? [{ name, sha }] : []
    }),
  )
  return { tips: tips.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}
