import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LogLines } from './log-lines.ts'
import { Secrets } from './mask-secrets.ts'
import { LineSplitter } from './split-lines.ts'

// oxlint-disable-next-line no-control-regex -- what may be left
const colours = /\x1b\[[\d;:]*m/g
// oxlint-disable-next-line no-control-regex -- what may not
const controls = /[\0-\x08\x0a-\x1f\x7f-\x9f]/

function split(...chunks: readonly (string | Uint8Array)[]): string[] {
  const splitter = new LineSplitter()
  return [...chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk))), ...splitter.end()]
}

describe('lines of a log', () => {
  const cases: Readonly<Record<string, readonly [text: string | Uint8Array, lines: readonly string[]]>> = {
    'end with a line feed': ['a\nb\n', ['a', 'b']],
    'need not end': ['a\nb', ['a', 'b']],
    'may be empty': ['\n\na\n', ['', '', 'a']],
    'are none where there is nothing': ['', []],
    'end with both': ['a\r\nb\r\n', ['a', 'b']],
    'begin anew at a carriage return': ['10 %\r20 %\r100 %\nok\n', ['100 %', 'ok']],
    'stay where nothing comes after it': ['100 %\r\r\nok', ['100 %', 'ok']],
    'stay where only orders to the cursor come after it': ['100 %\r\x1b[K\x1b[0m\n', ['100 %']],
    'end with a carriage return': ['100 %\r', ['100 %']],
    'keep colours and tabs': ['\t\x1b[1;31mred\x1b[0m\n', ['\t\x1b[1;31mred\x1b[0m']],
    'lose other orders to the cursor': ['a\x1b[2J\x1b[1;1Hb\x1b[?25l\n', ['ab']],
    'show other sequences': ['\x1b]0;title\x07a\x1bc\n', ['␛]0;title␇a␛c']],
    'show control characters': ['a\0b\bc\x7f\x0b\n', ['a␀b␈c␡␋']],
    'have no second kind of control characters': ['a\u009b31mb\u0085c\n', ['a\ufffd31mb\ufffdc']],
    'are text, whatever the bytes': [Uint8Array.of(0x61, 0xff, 0xc3, 0x28, 0xe2, 0x82, 0x0a), ['a\ufffd\ufffd(\ufffd']],
    'are not read as HTML': ['<script>alert(1)</script>\n', ['<script>alert(1)</script>']],
  }

  it.each(Object.entries(cases))('%s', (_, [text, lines]) => {
    expect(split(text)).toEqual(lines)
    expect(split(...[...Buffer.from(text)].map((byte) => Uint8Array.of(byte)))).toEqual(lines)
  })

  it('are cut where they are too long, and say so', () => {
    const [line] = split('x'.repeat(10_000), '\n')
    expect(line).toBe(`${'x'.repeat(8192)} … [1,808 more bytes]`)
    expect(split(`${'ä'.repeat(5000)}\n`)[0]).toBe(`${'ä'.repeat(4096)} … [1,808 more bytes]`)
    expect(split(`x${'ä'.repeat(5000)}\n`)[0]).toBe(`x${'ä'.repeat(4095)} … [1,810 more bytes]`)
    expect(split(`${'x'.repeat(8189)}\x1b[31mred`)[0]).toBe(`${'x'.repeat(8189)} … [8 more bytes]`)
    expect(split('x'.repeat(8192), '\n')).toEqual(['x'.repeat(8192)])
  })

  it('of a hundred megabytes cost little', () => {
    const splitter = new LineSplitter()
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < 100; i++) expect(splitter.push(chunk)).toEqual([])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
    expect(splitter.push(Buffer.from('\n'))).toEqual([expect.stringMatching(/^x{8192} … \[104,849,408 more bytes\]$/)])
  })

  it('are the same for any chunks', () => {
    const letter = fc.constantFrom('a', 'ä', '€', '😀', '\n', '\r', '\x1b', '[', 'm', '1', '\0', ' ')
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 40 }), sizes, (text, cuts) => {
        const bytes = Buffer.from(text)
        const chunks: Uint8Array[] = []
        for (let at = 0, turn = 0; at < bytes.length; at += cuts[turn % cuts.length] ?? 1, turn++) {
          chunks.push(bytes.subarray(at, at + (cuts[turn % cuts.length] ?? 1)))
        }
        const lines = split(bytes)
        expect(split(...chunks)).toEqual(lines)
        for (const line of lines) {
          const rest = line.replaceAll(colours, '')
          expect(rest).not.toMatch(controls)
        }
      }),
    )
  })
})

describe('a stream of a job', () => {
  const lines = (secrets: readonly string[], text: string): string[] => {
    const log = new LogLines(new Secrets(secrets))
    return [...log.push(Buffer.from(text)), ...log.end()]
  }

  it('hides secrets before lines are made of it', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\n=Ab\n-----END KEY-----'
    expect(lines([key], `key: ${key}\nnext\n`)).toEqual(['key: ***', 'next'])
    expect(lines(['hunter2'], 'a\rhunter2\r\nhun\x1b[2Kter2\n')).toEqual(['***', '***'])
    expect(lines(['x'.repeat(9000)], `${'x'.repeat(9000)}\n`)).toEqual(['***'])
    expect(lines(['y'.repeat(50)], `${'x'.repeat(8170)}${'y'.repeat(50)}\n`)).toEqual([`${'x'.repeat(8170)}***`])
  })

  it('is quick: a hundred thousand lines within a second', () => {
    const log = new LogLines(new Secrets(Array.from({ length: 20 }, (_, i) => `secret-${i}-${'k'.repeat(i)}`)))
    const chunk = Buffer.from('2026-01-01T00:00:00Z INFO compiled src/features/module.ts in 12 ms\n'.repeat(1000))
    const { user } = process.cpuUsage()
    let count = 0
    for (let i = 0; i < 100; i++) count += log.push(chunk).length
    count += log.end().length
    expect(count).toBe(100_000)
    expect(process.cpuUsage().user - user).toBeLessThan(1_000_000)
  })
})
