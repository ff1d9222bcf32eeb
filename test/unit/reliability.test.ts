import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it('every test that docs/RELIABILITY.md names is there', () => {
  const text = readFileSync(join(root, 'docs/RELIABILITY.md'), 'utf8')
  const named = [...text.matchAll(/`((?:test|src|bench)\/[\w./-]+\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  const traced = text.slice(text.indexOf('## What goes wrong with forges'))
  const lines = traced.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| **'))
  const untested = lines.filter((line) => line.endsWith('| |'))
  expect(untested).toEqual([])
})
