import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/errors.ts'
import { readJson } from '../../src/http/api/read-json.ts'

function refusal(text: string | Buffer): string | null {
  try {
    readJson(Buffer.from(text))
    return null
  } catch (error) {
    if (error instanceof Fault)
      return `${error.kind} ${error.details[0]?.field ?? ''} ${error.details[0]?.code ?? ''}`.trim()
    throw error
  }
}

describe('a JSON body', () => {
  it('reads as JSON.parse does', () => {
    const poison = ['__proto__', 'constructor', 'prototype']
    const clean = (value: unknown): boolean =>
      typeof value !== 'object' || value === null
        ? !(typeof value === 'string' && value.includes('\0'))
        : Object.entries(value).every(([key, inner]) => !poison.includes(key) && !key.includes('\0') && clean(inner))
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 3 }), (value, indent) => {
        fc.pre(clean(value))
        expect(readJson(Buffer.from(JSON.stringify(value, null, indent)))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it.each(['', '{', '{"a":}', "{'a':1}", 'nul', '{"a":1,}', '[1 2]'])('%j is not one', (text) => {
    expect(refusal(text)).toBe('malformed')
  })

  it('must be UTF-8', () => {
    expect(refusal(Buffer.from([0x22, 0xff, 0x22]))).toBe('malformed')
  })

  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":[{}],"a":2}', 'a'],
    ['{"x":{"a":1 , "a" : 2}}', 'a'],
    ['{"email":"x","\\u0065mail":"y"}', 'email'],
  ])('%s says a key twice', (text, key) => {
    expect(refusal(text)).toBe(`invalid ${key} duplicate`)
  })

  it.each(['{"a":{"b":1},"b":{"a":1}}', '[{"a":1},{"a":2}]', '{"a":"b","b":"a"}', '{"a":":","b":"\\":\\"a\\":"}'])(
    '%s says none twice',
    (text) => {
      expect(refusal(text)).toBeNull()
    },
  )

  it.each(['{"__proto__":{"admin":true}}', '{"a":[{"constructor":1}]}', '{"\\u005f_proto__":1}'])(
    '%s is refused',
    (text) => {
      expect(refusal(text)).toMatch(/^invalid .* forbidden$/)
    },
  )

  it('nested without end is refused before it is read', () => {
    expect(refusal('['.repeat(100_000))).toBe('malformed')
    expect(refusal('["[[[",'.repeat(3) + '1' + ']'.repeat(3))).toBeNull()
    expect(refusal('['.repeat(64) + ']'.repeat(64))).toBeNull()
    expect(refusal('['.repeat(65) + ']'.repeat(65))).toBe('malformed')
  })

  it('with a NUL is refused', () => {
    expect(refusal('{"a":"x\\u0000y"}')).toBe('invalid a format')
  })

  it('of a mebibyte is checked in a few milliseconds, whatever is in it', () => {
    const bodies = [
      `{"a":"${'\\"'.repeat(500_000)}"}`,
      '['.repeat(500_000) + ']'.repeat(500_000),
      `[${'{"a":1},'.repeat(120_000)}{}]`,
      `{${Array.from({ length: 60_000 }, (_, index) => `"key ${index}":0`).join(',')}}`,
    ]
    for (const body of bodies) {
      const took = Array.from({ length: 3 }, () => {
        const began = performance.now()
        refusal(body)
        return performance.now() - began
      })
      // The best of three: what it costs, not what else the machine was doing.
      expect(Math.min(...took)).toBeLessThan(250)
    }
  })
})
