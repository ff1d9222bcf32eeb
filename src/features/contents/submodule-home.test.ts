import { expect, it } from 'vitest'
import { submoduleHome } from './submodule-home.ts'

const home = (url: string, base = 'https://forge.example:8443/git'): string | null => {
  const found = submoduleHome(url, { owner: 'ada', repo: 'tool' }, base)
  return found && `${found.owner}/${found.repo}`
}

it.each([
  ['../other', 'ada/other'],
  ['../other.git/', 'ada/other'],
  ['./../../bob/other', 'bob/other'],
  ['https://forge.example:8443/git/bob/other.git', 'bob/other'],
  ['https://bob@forge.example:8443/git/bob/other', 'bob/other'],
  ['ssh://git@forge.example:2222/bob/other', 'bob/other'],
  ['git@forge.example:bob/other.git', 'bob/other'],
])('%s is a repository of this forge', (url, wanted) => {
  expect(home(url)).toBe(wanted)
})

it('without a path of its own the forge is found, too', () => {
  expect(home('http://localhost:4000/bob/other', 'http://localhost:4000')).toBe('bob/other')
})

it.each([
  '../../../../etc/passwd',
  '../..',
  './inner',
  'https://forge.example:8443/gitolite/bob/other',
  'https://forge.example/git/bob/other',
  'https://elsewhere.example/git/bob/other',
  'git@elsewhere.example:bob/other',
  'https://forge.example:8443/git/bob/other/tree/main',
  'https://forge.example:8443/git/bob',
  'javascript:alert(1)',
  '../o%2fther',
  '../<b>',
  '/srv/git/other',
  '',
])('%j is none', (url) => {
  expect(home(url)).toBeNull()
})
