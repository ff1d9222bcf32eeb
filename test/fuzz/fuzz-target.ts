// One parser for a while: inputs that make something run which never ran before are kept, and others are made from them.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Coverage } from './coverage.ts'
import { Mutator } from './mutate.ts'
import type { Target } from './target.ts'
import { Found, tryInput } from './try-input.ts'

/** Asking what has run costs more than most inputs: it is asked about so many at once. */
const batch = 40
/** What was news when there was little else to be had need not be kept for ever. */
const mostKnown = 2000

export interface Fuzzing {
  readonly seed: number
  readonly until: number
  /** Where inputs are kept between runs. */
  readonly folder: string
  readonly coverage: Coverage
}

export interface Outcome {
  readonly tried: number
  readonly known: number
  readonly found: Found | null
}

export async function fuzzTarget(target: Target, { seed, until, folder, coverage }: Fuzzing): Promise<Outcome> {
  const home = join(folder, target.name.replaceAll(/[^\w.-]+/g, '-'))
  await mkdir(home, { recursive: true })
  const known = [...target.seeds.map((one) => Buffer.from(one)), ...(await readKnown(home))]
  // With what earlier runs found, chance goes another way than it did for them.
  const mutator = new Mutator(seed + known.length, target.words ?? [])
  let tried = 0
  try {
    for (const input of known) await tryInput(target, input)
    tried += known.length
    await coverage.learn()
    while (Date.now() < until) {
      const inputs = Array.from({ length: batch }, () => mutator.next(known))
      for (const input of inputs) await tryInput(target, input)
      tried += batch
      if (known.length >= mostKnown || !(await coverage.hasNews())) continue
      for (const input of inputs) {
        await tryInput(target, input)
        if (!(await coverage.learn())) continue
        known.push(input)
        await keep(home, '', input)
      }
    }
    return { tried, known: known.length, found: null }
  } catch (error) {
    if (!(error instanceof Found)) throw error
    await keep(home, 'found-', error.input)
    return { tried, known: known.length, found: error }
  }
}

async function readKnown(home: string): Promise<Buffer[]> {
  const names = await readdir(home)
  return Promise.all(names.toSorted().map((name) => readFile(join(home, name))))
}

function keep(home: string, prefix: string, input: Buffer): Promise<void> {
  const name = createHash('sha256').update(input).digest('hex').slice(0, 16)
  return writeFile(join(home, prefix + name), input)
}
