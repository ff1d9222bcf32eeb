// Comments on lines while branches are changed, rebased and written anew: how many end where the line really is. The
// baseline counts lines through git's diff of the same file, as following them by arithmetic alone would.
import { type Anchor, type Followed, followLines } from '../src/git/follow-lines.ts'
import { Kept } from '../src/git/kept.ts'
import { ObjectStore } from '../src/git/object-store.ts'
import { parsePatch } from '../src/git/parse-patch.ts'
import { Git } from '../src/git/run-git.ts'
import { isRight, makeReviewCorpus, type Question, type ReviewCorpus } from '../test/support/review-survival.ts'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'

export const name = 'review-survival'
export const against = 'counting lines in a diff'

const git = new Git(process.env['PATH'] ?? '')

type Follow = (corpus: ReviewCorpus, anchors: readonly Anchor[], now: Question['now']) => Promise<readonly Followed[]>

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const corpus = await makeReviewCorpus(git)
  const objects = new ObjectStore(git)
  const ours: Follow = ({ dir }, anchors, now) => followLines({ git, objects, kept: new Kept() }, dir, anchors, now)
  try {
    const compared = await compare(
      short ? 1 : 5,
      () => follow(corpus, ours),
      () => follow(corpus, byArithmetic),
    )
    return [
      figure(compared, 'share', {
        what: 'comments that stay with their line',
        unit: '%',
        better: 'higher',
        target: { of: 'ratio', atLeast: 1 },
      }),
      figure(compared, 'ms', { what: 'following all comments of a review', unit: 'ms' }),
    ]
  } finally {
    objects.close()
    await corpus.remove()
  }
}

async function follow(corpus: ReviewCorpus, way: Follow): Promise<Round> {
  const reviews = [...Map.groupBy(corpus.questions, ({ name: review }) => review).values()]
  const began = performance.now()
  let right = 0
  for (const questions of reviews) {
    const [first] = questions
    if (first === undefined) continue
    const anchors = questions.map(({ anchor }) => anchor)
    const followed = await way(corpus, anchors, first.now)
    right += questions.filter((question, at) => isRight(question, followed[at] ?? { kind: 'outdated' })).length
  }
  return { share: (100 * right) / corpus.questions.length, ms: (performance.now() - began) / reviews.length }
}

const byArithmetic: Follow = async ({ dir }, anchors, now) => {
  const [first] = anchors
  if (first === undefined) return []
  const ends = first.side === 'new' ? [first.head, now.head] : [first.base, now.base]
  const words = ['diff-tree', '-r', '-p', '--no-renames', '--unified=0']
  const patch = (await git.run(dir, { words, revs: ends })).toString('utf8')
  const files = new Map(patch.split(/^(?=diff --git )/m).map((text) => [/^--- a\/(.*)$/m.exec(text)?.[1] ?? '', text]))
  return anchors.map((anchor) => count(anchor, files.get(anchor.path) ?? ''))
}

function count({ path, first, last }: Anchor, patch: string): Followed {
  let shift = 0
  for (const { lines } of parsePatch(patch)) {
    const gone = lines.filter((line) => line.kind === 'remove')
    const came = lines.filter((line) => line.kind === 'add')
    if (gone.some((line) => line.old >= first && line.old <= last)) return { kind: 'outdated' }
    const at = gone[0]?.old ?? (came[0]?.new ?? 0) - shift
    if (at <= first) shift += came.length - gone.length
  }
  return { kind: 'found', path, first: first + shift, last: last + shift, isSame: true }
}
