import { expect, it } from 'vitest'
import { submoduleUrl } from './submodule-url.ts'

const section = (...lines: readonly string[]): string => ['[submodule "x"]', ...lines].join('\n\t')

it.each([
  ['plain', section('path = sub', 'url = https://a.example/b'), 'https://a.example/b'],
  ['in quotes, without spaces', section('path="sub"', 'url="https://a.example/b" \r'), 'https://a.example/b'],
  ['the address first', section('url = https://a.example/b=c', 'path = sub'), 'https://a.example/b=c'],
  ['of another', section('path = other', 'url = https://a.example/b'), null],
  ['of the second', [section('path = o', 'url = a'), section('path = sub', 'url = b')].join('\n'), 'b'],
  ['keys that only begin alike', section('path = sub', 'urls = a', 'url'), null],
])('the address of a submodule: %s', (_, text, wanted) => {
  expect(submoduleUrl(text, 'sub')).toBe(wanted)
})
