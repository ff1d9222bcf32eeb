import { describe, expect, it } from 'vitest'
import { whyNotImage } from './allowed-image.ts'
import { whyNotPackage } from './allowed-package.ts'

const digest = `sha256:${'0'.repeat(64)}`

describe('an image', () => {
  it.each([
    ['alpine', 'alpine'],
    ['alpine', 'alpine:3.20'],
    ['alpine', `alpine@${digest}`],
    ['alpine:*', 'alpine'],
    ['alpine:*', `alpine:3@${digest}`],
    ['alpine:latest', 'alpine'],
    ['node:2*', 'node:24-slim'],
    ['ghcr.io/me/*', 'ghcr.io/me/tool:1'],
    ['ghcr.io/me/**', 'ghcr.io/me/a/b:1'],
    ['localhost:5000/*', 'localhost:5000/tool'],
    ['registry:5000/tool:1', 'registry:5000/tool:1'],
    [`alpine@${digest}`, `alpine:3@${digest}`],
    ['*', 'anything.example:99/a/b__c/d-e:F_1'],
  ])('of the list %s may be %s', (pattern, image) => {
    expect(whyNotImage(image, ['x', pattern])).toBeNull()
  })

  it.each([
    ['alpine', 'alpine-evil'],
    ['alpine', 'alpine-evil:1'],
    ['alpine:*', 'alpine-evil:1'],
    ['alpine:*', 'evil.io/alpine:1'],
    ['alpine:*', 'evil/alpine:1'],
    ['alpine:*', 'alpine/evil:1'],
    ['alpine:*', 'alpine.evil.io/x:1'],
    ['alpine:*', 'alpine:5000/x'],
    ['alpine:3', 'alpine'],
    ['alpine:3', 'alpine:3.20'],
    ['alpine:3', `alpine:3@${digest}`],
    [`alpine@${digest}`, 'alpine:3'],
    ['ghcr.io/me/*', 'ghcr.io/me/a/b'],
    ['ghcr.io/me/*', 'ghcr.io/metoo/a'],
    ['*/alpine:*', 'evil.io/x/alpine:1'],
  ])('of the list %s may not be %s', (pattern, image) => {
    expect(whyNotImage(image, [pattern])).toContain('CI_ALLOWED_IMAGES')
  })

  it.each([
    '',
    ' ',
    '-a',
    '--rm',
    'a b',
    'a\n',
    'a\0',
    'A',
    'a:',
    'a@',
    'a:1@x',
    'a/',
    '/a',
    'a//b',
    '../a',
    'a/..',
    '.',
    'a:-1',
    'a'.repeat(256),
    'http://a',
    'a;b',
    '$(a)',
    'x@y@z',
    'é',
  ])('is not %j, even where all are allowed', (image) => {
    expect(whyNotImage(image, ['*'])).toContain('not the name of an image')
  })
})

it('who uses another image is told which are allowed, but not of what registries', () => {
  const why = whyNotImage('ubuntu:24.04', [
    'debian:*',
    'library/node',
    'registry.internal:5000/tools',
    '*.example.org/x',
  ])
  expect(why).toContain('debian:*, library/node')
  expect(why).not.toMatch(/internal|example/)
  // To name none would say that no image is allowed at all.
  expect(whyNotImage('ubuntu:24.04', ['registry.internal/*'])).toMatch(/\(CI_ALLOWED_IMAGES\)$/)
  expect(whyNotImage('ubuntu:24.04', [])).toMatch(/: none$/)
})

describe('a package', () => {
  it.each([
    ['curl', 'curl', true],
    ['*', 'g++', true],
    ['python3-*', 'python3-pip', true],
    ['curl', 'curl2', false],
    ['*', '-y', false],
    ['*', 'a b', false],
    ['*', 'a=1', false],
    ['*', './a', false],
    ['*', '', false],
    ['*', 'a\n', false],
  ])('of the list %s may be %j: %s', (pattern, name, may) => {
    expect(whyNotPackage(name, [pattern]) === null).toBe(may)
  })
})
