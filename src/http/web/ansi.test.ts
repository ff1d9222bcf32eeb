import { describe, expect, it } from 'vitest'
import { busyMs } from '../../../test/support/busy-ms.ts'
import { parseAnsi } from './ansi.ts'

const look = (line: string): string =>
  parseAnsi(line)
    .map(({ text, classes }) => `${classes}|${text}`)
    .join(' ')
const text = (line: string): string =>
  parseAnsi(line)
    .map((part) => part.text)
    .join('')

describe('colours become classes', () => {
  it.each([
    ['plain\ttext', '|plain\ttext'],
    ['\x1b[31mred\x1b[0m not', 'ansi-red|red | not'],
    ['\x1b[1;92mgood\x1b[m', 'ansi-bright-green ansi-bold|good'],
    ['\x1b[4mu\x1b[24m\x1b[3mi\x1b[23m\x1b[2md', 'ansi-underline|u ansi-italic|i ansi-dim|d'],
    ['\x1b[41mon\x1b[49m\x1b[101mon', 'ansi-on-red|on ansi-on-red|on'],
    ['\x1b[7mturned\x1b[27m\x1b[7;34mblue', 'ansi-swapped|turned ansi-on-blue|blue'],
    ['\x1b[38;5;9mnine', 'ansi-bright-red|nine'],
    ['\x1b[38;5;46mgreen\x1b[38;5;240mgrey', 'ansi-bright-green|green ansi-bright-black|grey'],
    ['\x1b[38;2;250;5;5mtrue\x1b[48;2;0;0;230mback', 'ansi-bright-red|true ansi-bright-red ansi-on-blue|back'],
    ['\x1b[38:2::250:5:5mcolons\x1b[39m.', 'ansi-bright-red|colons |.'],
    ['\x1b[38;5;46;1mboth', 'ansi-bright-green ansi-bold|both'],
    ['\x1b[38;5;999m\x1b[99999m\x1b[38mnothing', '|nothing'],
  ])('%j', (line, parts) => {
    expect(look(line)).toBe(parts)
  })
})

describe('everything else that a terminal would obey is left out', () => {
  it.each([
    ['\x1b[2J\x1b[1;1Hgone', 'gone'],
    ['\x1b]0;a title\x07shown', 'shown'],
    ['\x1b]8;;javascript:alert(1)\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['\x1bPq#0;2;0;0;0\x1b\\picture', 'picture'],
    ['\x1b]52;c;bm90aGluZw==', ''],
    ['\x1b(Bset\x1bcreset\x1b7kept', 'setresetkept'],
    ['\x9b31mshort\x07\x08\x00', '31mshort'],
    ['end\x1b', 'end'],
    ['end\x1b[', 'end'],
    ['end\x1b[31', 'end'],
    ['\x1b[31\u00e9m', '\u00e9m'],
    ['\x1b[?25l\x1b[>4;2mhidden', 'hidden'],
    ['<script>alert(1)</script>&amp;', '<script>alert(1)</script>&amp;'],
  ])('%j', (line, shown) => {
    expect(text(line)).toBe(shown)
    expect(parseAnsi(line).every(({ classes }) => classes === '')).toBe(true)
  })
})

describe('what is made to be slow or large', () => {
  it.each([
    ['orders without an end', '\x1b['.repeat(500_000)],
    ['titles without an end', '\x1b]'.repeat(500_000)],
    ['numbers without an end', `\x1b[${'1;'.repeat(500_000)}`],
    ['numbers in the thousands', `\x1b[${'1;'.repeat(500_000)}mx`],
    ['a change a letter', '\x1b[1mx\x1b[22my'.repeat(100_000)],
    ['a long line', 'x'.repeat(5_000_000)],
    ['controls', '\x07'.repeat(1_000_000)],
  ])('%s: is read at once, in few pieces', (_name, line) => {
    const before = busyMs()
    const parts = parseAnsi(line)
    expect(busyMs() - before).toBeLessThan(1500)
    expect(parts.length).toBeLessThan(300)
    expect(parts.at(-1)?.classes ?? '').toBe('')
  })
})
