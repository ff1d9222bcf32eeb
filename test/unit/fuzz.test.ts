// A little of script/fuzz each time: from the same seed always, so that it fails for whoever broke something.
import { expect, it } from 'vitest'
import { allTargets } from '../fuzz/all-targets.ts'
import { Mutator } from '../fuzz/mutate.ts'
import { tryInput } from '../fuzz/try-input.ts'

const inputs = 60

it.each(allTargets)('$name: holds for whatever it is given', async (target) => {
  const known = target.seeds.map((one) => Buffer.from(one))
  const mutator = new Mutator(1, target.words ?? [])
  for (const input of known) await tryInput(target, input)
  for (let tried = 0; tried < inputs; tried++) await tryInput(target, mutator.next(known))
  expect(known.length).toBeGreaterThan(0)
})
