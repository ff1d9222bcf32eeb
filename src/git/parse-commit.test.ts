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

function messageOf(message: string) {
  const person = 'Ada <ada@example.org> 1700000000 +0000'
  return parseCommit(Buffer.from(`tree ${'1'.repeat(40)}\nauthor ${person}\ncommitter ${person}\n\n${message}\n`))
    .message
}

test('a message of any usual length is whole', () => {
  const message = `Title\n\n${'text '.repeat(10_000)}end`
  expect(messageOf(message)).toBe(message)
})

test('of a message that fills pages there is the beginning, to the last whole character', () => {
  expect(messageOf('€'.repeat(3_000_000))).toBe('€'.repeat(43_690))
})
