import { afterAll, describe, expect, it } from 'vitest'
import { requireSha, type Sha } from '../../src/core/sha.ts'
import { followLines } from '../../src/git/follow-lines.ts'
import { Kept } from '../../src/git/kept.ts'
import { LineMap } from '../../src/git/line-map.ts'
import { mapLines } from '../../src/git/map-lines.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { Git } from '../../src/git/run-git.ts'
import { expectNoPause } from '../support/pauses.ts'
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

  it('is looked for while others have their turn, however long the texts are', async () => {
    const text = (word: string): string[] =>
      Array.from({ length: 50_000 }, (_, at) => `${word} ${at % 977} and more of it`)
    let turns = 0
    let next = setImmediate(function beat() {
      turns++
      next = setImmediate(beat)
    })
    const map = await LineMap.between(text('old'), text('new'))
    expect(await map.find(10)).toMatchObject({ isSame: false })
    clearImmediate(next)
    expect(turns).toBeGreaterThan(10)
  })

  it('is not looked for in what nobody reads line by line', async () => {
    const blobOf = async (text: string): Promise<Sha> => {
      const call = { words: ['hash-object', '-w', '--stdin'] }
      return requireSha((await git.run(corpus.dir, call, { input: text })).toString('latin1').trim())
    }
    const [before, after] = [await blobOf('a\n'.repeat(60_000)), await blobOf('b\na\n'.repeat(30_000))]
    expect(await mapLines(parts, corpus.dir, before, after)).toBeNull()
    const [ends, more] = [await blobOf('\n'.repeat(2_000_000)), await blobOf('\n'.repeat(1_900_000))]
    await expectNoPause(async () => expect(await mapLines(parts, corpus.dir, ends, more)).toBeNull())
  })
})
