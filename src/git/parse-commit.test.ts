import { expect, test } from 'vitest'
import { parseCommit } from './parse-commit.ts'
import { signatureLine } from './write-commit.ts'

function authorOf(line: string) {
  const text = `tree ${'1'.repeat(40)}\nauthor ${line}\ncommitter ${line}\n\nx\n`
  return parseCommit(Buffer.from(text)).author
}

test.each([
  'Ada <ada@example.org> 1700000000 +0530',
  'Ada <ada@example.org> 1700000000 -1100',
  'Ada <ada@example.org> 1700000000 +0000',
])('whoever is named anew in another commit wrote it at the same hour of their day: %s', (line) => {
  expect(signatureLine(authorOf(line))).toBe(line)
})

test.each([
  'Ada <ada@example.org> 1700000000',
  'Ada <ada@example.org> 1700000000 CEST',
  'Ada <ada@example.org> 1700000000 +02000',
])('what is no zone to git is none: %s', (line) => {
  expect(signatureLine(authorOf(line))).toBe('Ada <ada@example.org> 1700000000 +0000')
})
