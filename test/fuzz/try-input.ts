import type { Target } from './target.ts'

/** Longer than any input of this size may take: whoever can hold up the event loop holds up everybody. */
const longestMs = 250

export class Found extends Error {
  readonly input: Buffer

  constructor(target: Target, input: Buffer, cause: unknown) {
    const shown =
      input.length > 400 ? `${input.toString('latin1', 0, 400)}… (${input.length} bytes)` : input.toString('latin1')
    super(
      `${target.name}: ${String(cause)}\ninput: ${JSON.stringify(shown)}\nbase64: ${input.toString('base64').slice(0, 4000)}`,
    )
    this.input = input
  }
}

/** Throws what was found. An input that takes too long does so three times in a row: the machine may have been busy. */
export async function tryInput(target: Target, input: Buffer): Promise<void> {
  let took = Number.POSITIVE_INFINITY
  for (let time = 0; time < 3 && took > longestMs; time++) {
    const before = process.cpuUsage()
    try {
      await target.check(input)
    } catch (error) {
      throw new Found(target, input, error)
    }
    const { user, system } = process.cpuUsage(before)
    took = Math.min(took, (user + system) / 1000)
  }
  if (took > longestMs) throw new Found(target, input, `took ${Math.round(took)} ms`)
}
