import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/errors.ts'
import { parseOwnerName, parseRepoName } from '../../src/core/slug.ts'
import { safeRedirect } from '../../src/http/web/safe-redirect.ts'

function refusal(name: string, parse = parseOwnerName): string | null {
  try {
    parse('username', name)
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

  it.each(['con', 'CON', 'nul', 'aux', 'prn', 'com1', 'lpt9', 'con.txt', 'Nul.tar.gz'])(
    'may not be %s, which is a device to Windows',
    (name) => {
      expect([refusal(name), refusal(name, parseRepoName)]).toEqual(['NAME_RESERVED', 'NAME_RESERVED'])
    },
  )

  it.each(['console', 'auxiliary', 'com', 'com10', 'nullable', 'prnt'])(
    'may be %s, which only looks like one',
    (name) => {
      expect([refusal(name), refusal(name, parseRepoName)]).toEqual([null, null])
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

describe('the name of a repository', () => {
  it.each(['api', 'API', 'login', 'admin', 'settings', 'static', 'new', 'HEAD', 'teams', 'search', 'healthz'])(
    'may not be %s, which the service uses',
    (name) => {
      expect(refusal(name, parseRepoName)).toBe('NAME_RESERVED')
    },
  )

  it.each(['docs', 'help', 'git', 'website', 'api-server', 'headless', 'a.b'])('may be %s', (name) => {
    expect(refusal(name, parseRepoName)).toBeNull()
  })

  it.each(['', '..', 'a..b', 'x.git', 'x.lock', 'x.', 'a/b', '-a'])('may not be %j', (name) => {
    expect(refusal(name, parseRepoName)).toBe('VALIDATION_FAILED')
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
