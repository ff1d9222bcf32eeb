import { afterAll, describe, expect, it } from 'vitest'
import { followLines } from '../../src/git/follow-lines.ts'
import { Kept } from '../../src/git/kept.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { Git } from '../../src/git/run-git.ts'
import { isRight, makeReviewCorpus, type Question } from '../support/review-survival.ts'

const git = new Git(process.env['PATH'] ?? '')
const parts = { git, objects: new ObjectStore(git), kept: new Kept() }
const corpus = await makeReviewCorpus(git)

afterAll(async () => {
  parts.objects.close()
  await corpus.remove()
})

describe('what was written about lines', () => {
  it('stays with them while a branch is changed and rebased, in at least 95 of 100 cases', async () => {
    const wrong: Question[] = []
    const byName = Map.groupBy(corpus.questions, ({ name }) => name)
    for (const [name, questions] of byName) {
      const [first] = questions
      if (first === undefined) continue
      const anchors = questions.map(({ anchor }) => anchor)
      const followed = await followLines(parts, corpus.dir, anchors, first.now)
      const missed = questions.filter((question, at) => !isRight(question, followed[at] ?? { kind: 'outdated' }))
      if (missed.length > 0) console.log(`${name}: ${missed.length} of ${questions.length} ended elsewhere`)
      wrong.push(...missed)
    }
    const share = 1 - wrong.length / corpus.questions.length
    console.log(
      `${byName.size} reviews, ${corpus.questions.length} comments: ${(share * 100).toFixed(1)} % are where they belong`,
    )
    expect(byName.size).toBeGreaterThanOrEqual(45)
    expect(share).toBeGreaterThanOrEqual(0.95)
  })
})
