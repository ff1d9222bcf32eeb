import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/errors.ts'
import { parseOwnerName } from '../../src/core/slug.ts'
import { safeRedirect } from '../../src/http/web/safe-redirect.ts'

function refusal(name: string): string | null {
  try {
    parseOwnerName('username', name)
    return null
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}

describe('the name of an owner', () => {
  it.each(['a', 'ada', 'Ada.Lovelace', 'a-b_c.d', '9lives', 'x'.repeat(100), 'owner', 'reader', 'guest'])(
    'may be %s',
    (name) => {
      expect(refusal(name)).toBeNull()
    },
  )

  it.each([
    '',
    '.',
    '..',
    'a..b',
    '../a',
    'a/b',
    'a\\b',
    'a b',
    '-a',
    '_a',
    '.a',
    'a.',
    'a.git',
    'A.GIT',
    'a.lock',
    'é',
    'a\0',
    'a\n',
    'x'.repeat(101),
    '%2e%2e',
  ])('may not be %j', (name) => {
    expect(refusal(name)).toBe('VALIDATION_FAILED')
  })

  it.each(['api', 'API', 'login', 'Admin', 'settings', 'static', 'teams', 'notifications', 'healthz', 'search'])(
    'may not be %s, which the service uses',
    (name) => {
      expect(refusal(name)).toBe('NAME_RESERVED')
    },
  )

  it('is always safe as one folder and one URL segment when it is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
        if (refusal(name) !== null) return
        expect(encodeURIComponent(name)).toBe(name)
        expect(name).not.toMatch(/\.\.|[/\\\0]/)
      }),
    )
  })
})

describe('a redirect after signing in', () => {
  it.each(['/', '/dashboard', '/a/b?c=d#e', '/a%2fb', '/search?q=//x'])('goes to %s', (target) => {
    expect(safeRedirect(target, '/no')).toBe(target)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'evil',
    '',
    '\\\\evil',
    'javascript:alert(1)',
    '/.//evil.example',
    '/..//evil.example',
    '///evil.example',
    '/%09//evil\t',
  ])('never leaves for %j', (target) => {
    expect(safeRedirect(target, '/no')).toBe('/no')
  })

  it('stays on this site whatever is asked for', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath()), (target) => {
        const origin = 'https://code.example'
        expect(new URL(safeRedirect(target, '/no'), origin).origin).toBe(origin)
      }),
      { numRuns: 1000 },
    )
  })
})
