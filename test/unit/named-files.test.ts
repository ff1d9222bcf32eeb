// What documents say about files stays true when files move.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = [...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`), ...readdirSync(root)].filter(
  (file) => file.endsWith('.md'),
)

it.each(documents)('every file that %s names is there', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const named = [...text.matchAll(/`((?:src|test|script|bench|docs|deploy)\/[\w./-]+\.\w+)`/g)].map(
    (match) => match[1] ?? '',
  )
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
