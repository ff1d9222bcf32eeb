import { expect, it } from 'vitest'
import { minute } from '../../src/core/clock.ts'
import { keepMarkup } from '../../src/features/contents/keep-markup.ts'
import { Kept } from '../../src/git/kept.ts'
import type { RepoDir } from '../../src/git/run-git.ts'

const dir = '/repositories/ada/one.git' as RepoDir

it('what was made of a text stays; what took too long is tried again after a while, and not before', async () => {
  let now = 0
  let made = 0
  let html: string | null = '<p>'
  const app = { clock: { now: () => now }, kept: new Kept() }
  const ask = (text: string): Promise<string | null> =>
    keepMarkup(app, dir, ['markdown', text], async () => {
      made += 1
      return html
    })
  expect(await Promise.all([ask('quick'), ask('quick')])).toEqual(['<p>', '<p>'])
  now += 60 * minute
  expect([await ask('quick'), made]).toEqual(['<p>', 1])
  html = null
  expect([await ask('slow'), made]).toEqual([null, 2])
  now += 5 * minute
  html = '<b>'
  expect([await ask('slow'), made]).toEqual([null, 2])
  now += 5 * minute
  expect([await ask('slow'), made]).toEqual(['<b>', 3])
  now += 60 * minute
  expect([await ask('slow'), made]).toEqual(['<b>', 3])
})
