import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { busyMs } from '../../test/support/busy-ms.ts'
import { SecretMasker, Secrets } from './mask-secrets.ts'
import { shapesOf } from './secret-shapes.ts'

/** All that comes out, for text in chunks. */
function mask(secrets: readonly string[], ...chunks: readonly (string | Uint8Array)[]): string {
  const masker = new SecretMasker(new Secrets(secrets))
  const parts = chunks.map((chunk) => masker.push(Buffer.from(chunk)))
  return Buffer.concat([...parts, masker.end()]).toString()
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const odd = `p@ss w/rd"q' <ünï> \\$x`

describe('a secret in a log', () => {
  const cases: Readonly<Record<string, readonly [secret: string, text: string, masked: string]>> = {
    'as it is': ['hunter2', 'a hunter2 b', 'a *** b'],
    twice: ['hunter2', 'hunter2hunter2 hunter2', '*** ***'],
    'of one letter': ['x', 'axb', 'a***b'],
    'with colours around': ['hunter2', '\x1b[31mhunter2\x1b[0m', '\x1b[31m***\x1b[0m'],
    'with colours inside': ['hunter2', 'a hun\x1b[1;31mte\x1b[Kr2 b', 'a *** b'],
    'inside a colour': ['12345', '\x1b[12345m', '\x1b[***m'],
    'over several lines': ['one line\n}\nand another', 'a one line\n}\nand another b', 'a *** b'],
    'over several lines, as a terminal ends them': ['one line\nand another', 'one line\r\nand another', '***'],
    'over several lines, in one': ['one line\nand another', 'one line and another', '***'],
    'one line of it': ['first line\n}\nlast line', 'x last line y\n}', 'x *** y\n}'],
    'with space around it': ['\n hunter2 \n', 'x hunter2 y', 'x *** y'],
    'in base64': ['hunter2', 'aHVudGVyMg==', '***'],
    'in base64, unpadded': ['hunter2', 'x aHVudGVyMg y', 'x *** y'],
    'in base64, with a line break behind it': ['hunter2', base64('hunter2\n'), '***'],
    'in base64, behind one more byte': ['hunter22', base64('xhunter22'), 'eG***'],
    'in base64, behind two more bytes': ['hunter22', base64('xyhunter22'), 'eHl***'],
    'in base64, for basic authentication': ['swordfish', base64('ada:swordfish'), 'YWRhOn***'],
    'in base64, in the middle': ['swordfish', base64('{"a":"swordfish"}'), 'eyJhIjoi***In0='],
    'in base64, folded': ['a'.repeat(80), base64('a'.repeat(80)).replaceAll(/.{76}/g, '$&\n'), '***'],
    'in base64 for URLs': ['~~~???', Buffer.from('~~~???').toString('base64url'), '***'],
    'percent-encoded': ['a/b c?d', 'x=a%2Fb%20c%3Fd', 'x=***'],
    'percent-encoded in small letters': ['a/b c?d', 'x=a%2fb%20c%3fd', 'x=***'],
    'of a form': ['a/b c?d', 'x=a%2Fb+c%3Fd', 'x=***'],
    'percent-encoded but for slashes': ['a/b c?d', 'x=a/b%20c%3Fd', 'x=***'],
    'percent-encoded throughout': ['abcd', '%61%62%63%64', '***'],
    'percent-encoded, beyond ASCII': ['schlüssel', encodeURIComponent('schlüssel'), '***'],
    'in hexadecimal': ['hunter2', '68756e74657232', '***'],
    'in JSON': [odd, JSON.stringify({ a: odd }), '{"a":"***"}'],
    'in JSON with more lines': ['one line\n"and"\nmore', JSON.stringify(['one line\n"and"\nmore']), '["***"]'],
    'in JSON of ASCII': ['ключ "x"', String.raw`"\u043a\u043b\u044e\u0447 \"x\""`, '"***"'],
    'in single quotes': ["it's one", String.raw`'it'\''s one'`, "'***'"],
    'in double quotes': ['a"b$c', String.raw`"a\"b\$c"`, '"***"'],
    'with backslashes': ['a b;c', String.raw`a\ b\;c`, '***'],
    'in HTML': ['a<b>&c', 'a&lt;b&gt;&amp;c', '***'],
  }

  it.each(Object.entries(cases))('is hidden: %s', (_, [secret, text, masked]) => {
    expect(mask([secret], text)).toBe(masked)
    // And whatever the chunks are.
    expect(mask([secret], ...[...Buffer.from(text)].map((byte) => Uint8Array.of(byte)))).toBe(masked)
  })

  it('is hidden as a whole where it overlaps another, or begins like it', () => {
    expect(mask(['abcd', 'cdef'], 'x abcdef y')).toBe('x *** y')
    expect(mask(['abc', 'abcdef'], 'abcde abcdef abc')).toBe('***de *** ***')
    expect(mask(['aaa'], 'aaaaa')).toBe('***')
    expect(mask(['abc', 'bcd', 'xab'], 'xabcd!')).toBe('***!')
  })

  it('leaves everything else as it is', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const masker = new SecretMasker(new Secrets(['hunter2', '']))
    expect(Buffer.concat([masker.push(bytes), masker.end()])).toEqual(bytes)
    expect(mask([], 'hunter2')).toBe('hunter2')
    expect(mask(['', '\n'], 'a b')).toBe('a b')
    expect(mask(['ab'], 'a\nb')).toBe('a\nb')
  })

  it('is held back only as long as it could be one, and not shown by waiting', () => {
    const masker = new SecretMasker(new Secrets(['hunter2', 'first\nsecond']))
    const say = (text: string): string => Buffer.from(masker.push(Buffer.from(text))).toString()
    expect(say('a line\nhun')).toBe('a line\n')
    expect(Buffer.from(masker.release()).toString()).toBe('')
    expect(say('ter2 and hun')).toBe('*** and ')
    expect(say('dred\n')).toBe('hundred\n')
    // The rest of it could still come behind the break.
    expect(say('so long hunt\n')).toBe('so long ')
    expect(Buffer.from(masker.release()).toString()).toBe('hunt\n')
    expect(say('er2 and more ')).toBe('*** and more ')
    expect(say('first\n')).toBe('')
    expect(Buffer.from(masker.release()).toString()).toBe('***\n')
    expect(say('second\n')).toBe('***\n')
  })

  it('is not waited for behind what has no end', () => {
    for (const [first, endless] of [
      ['hun\x1b[', '1'],
      ['hun', '\n'],
    ] as const) {
      const masker = new SecretMasker(new Secrets(['hunter2']))
      let given = masker.push(Buffer.from(first)).length
      for (let i = 0; i < 100; i++) given += masker.push(Buffer.from(endless.repeat(1000))).length
      expect(given).toBeGreaterThan(90_000)
    }
  })

  it('costs no more where it repeats itself', () => {
    const secrets = new Secrets(['a'.repeat(5000), 'ab'.repeat(2000)])
    const masker = new SecretMasker(secrets)
    const line = Buffer.from(`${'a'.repeat(4999)}b${'ab\n'.repeat(20_000)}`)
    const began = busyMs()
    for (let i = 0; i < 20; i++) masker.push(line)
    expect(busyMs() - began).toBeLessThan(3000)
  })
})

describe('for any text, secrets and chunks', () => {
  const letter = fc.constantFrom(
    'a',
    'b',
    'c',
    'A',
    '=',
    '+',
    '/',
    ' ',
    '%',
    '"',
    '\n',
    '\r',
    '\x1b',
    '[',
    'm',
    '1',
    'ä',
  )
  const secret = fc.string({ unit: letter, minLength: 1, maxLength: 9 })
  const shaped = fc.tuple(secret, fc.nat()).map(([one, at]) => {
    const shapes = shapesOf(one)
    return { secret: one, text: Buffer.from(shapes[at % Math.max(1, shapes.length)] ?? '', 'latin1') }
  })
  const noise = fc.string({ unit: letter, maxLength: 12 }).map((text) => ({ secret: null, text: Buffer.from(text) }))
  const pieces = fc.array(fc.oneof(shaped, noise), { maxLength: 8 })
  const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 10 })

  it('chunks change nothing, and no shape of a secret comes out', () => {
    fc.assert(
      fc.property(pieces, fc.array(secret, { maxLength: 3 }), cuts, (parts, more, sizes) => {
        const secrets = new Secrets([...more, ...parts.flatMap((part) => part.secret ?? [])])
        const text = Buffer.concat(parts.map((part) => part.text))
        const whole = new SecretMasker(secrets)
        const expected = Buffer.concat([whole.push(text), whole.end()]).toString('latin1')
        const masker = new SecretMasker(secrets)
        const out: Uint8Array[] = []
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          out.push(Buffer.from(masker.push(text.subarray(at, at + size))))
          at += size
        }
        out.push(masker.end())
        expect(Buffer.concat(out).toString('latin1')).toBe(expected)
        for (const part of parts) {
          for (const shape of part.secret === null ? [] : shapesOf(part.secret)) expect(expected).not.toContain(shape)
        }
      }),
      { numRuns: 500 },
    )
  })
})
