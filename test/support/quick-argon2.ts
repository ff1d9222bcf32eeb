// The real Argon2id with the least work it can do: tests make thousands of people, and what they look at does not
// depend on how long a password takes. vitest.config.ts puts it in the library's place for servers inside a test;
// test/unit and servers with a process of their own have the real cost.
import { hash as hashAtCost, type Options } from '@node-rs/argon2'

export { verify } from '@node-rs/argon2'

const least = { memoryCost: 8, timeCost: 1 }
let isFull = false

export function hash(password: string, options: Options): Promise<string> {
  return hashAtCost(password, isFull ? options : { ...options, ...least })
}

/** For tests of time: passwords that are set meanwhile cost what they cost everywhere else. */
export async function atFullCost(work: () => Promise<void>): Promise<void> {
  isFull = true
  await work().finally(() => {
    isFull = false
  })
}
