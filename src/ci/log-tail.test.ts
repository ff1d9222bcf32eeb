import { expect, it } from 'vitest'
import { LogLines } from './log-lines.ts'
import { LogTail } from './log-tail.ts'
import { Secrets } from './mask-secrets.ts'

/** What is left of a text that comes in pieces of so many bytes. */
function endOf(text: string, pieces: number, secrets = new Secrets([]), before = ''): readonly string[] {
  const lines = new LogLines(secrets)
  lines.push(Buffer.from(before))
  const tail = new LogTail(secrets)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieces) tail.push(bytes.subarray(at, at + pieces))
  return tail.end(lines)
}

it('goes on with what came before, where nothing is missing', () => {
  expect(endOf('lf of a line\nand one\nmore', 5, new Secrets([]), 'ha')).toEqual(['half of a line', 'and one', 'more'])
})

it('has the last lines of a long text, each as a whole', () => {
  const all = Array.from({ length: 50_000 }, (_, number) => `line ${number}`)
  const lines = endOf(all.join('\n'), 8192)
  expect(lines.length).toBeGreaterThan(1000)
  expect(lines).toEqual(all.slice(-lines.length))
})

it('hides secrets, and shows nothing of one that has begun in what is gone', () => {
  // Lines that are too short to be hidden by themselves.
  const secret = Array.from({ length: 400 }, (_, number) => `§${number % 10}`).join('\n')
  const secrets = new Secrets([secret])
  const text = `${secret}\nplain\n`.repeat(400)
  // Wherever it is cut.
  for (let pieces = 997; pieces < 1200; pieces += 1) {
    const lines = endOf(text, pieces, secrets)
    expect(lines.join('\n')).not.toContain('§')
    expect(lines.slice(-2)).toEqual(['***', 'plain'])
  }
})
