import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { easyRules, example, parse } from '../../../test/support/easy-files.ts'
import { parseEasy } from './parse-easy.ts'

/** The longest of the parts between which others have their turn, in milliseconds of this thread: others may keep the machine busy. */
function longestPart(text: string): number {
  const work = parseEasy(text, easyRules)
  let longest = 0
  for (let isDone = false; !isDone; ) {
    const before = process.threadCpuUsage()
    isDone = work.next().done === true
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
  }
  return longest
}

describe('whatever the text', () => {
  const words = [
    'version: 1',
    'jobs:',
    '  a:',
    '    steps:',
    '      - run: x',
    '- ',
    ': ',
    '? ',
    '{',
    '}',
    '[',
    ']',
    ',',
    '&a',
    '*a',
    '!!x',
    '<<: ',
    '|\n',
    '>\n',
    '"',
    "'",
    '#',
    '---\n',
    '...\n',
    '%YAML 1.1\n',
    '\n',
    '  ',
    '\t',
    '${{ ',
    ' }}',
    'matrix',
    'needs: [a]',
    'image: alpine',
    '\\',
    '\0',
    '\u{feff}',
    '\r',
    '\u{2028}',
    '\ud800',
    '__proto__: ',
    'x'.repeat(100),
  ]
  const broken = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(''))
  const mutated = fc
    .tuple(fc.nat(example.length), fc.nat(20), fc.oneof(fc.constantFrom(...words), fc.string()))
    .map(([at, cut, put]) => example.slice(0, at) + put + example.slice(at + cut))

  it('is a plan or a list of what is wrong, with places inside the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary' }), broken, mutated), (text) => {
        const parsed = parse(text)
        if ('file' in parsed) return parsed.file.plan.jobs.length > 0
        expect(parsed.errors.length).toBeGreaterThan(0)
        expect(parsed.errors.length).toBeLessThanOrEqual(50)
        const lines = text.replace(/^\u{feff}/u, '').split('\n')
        for (const { line, column } of parsed.errors) {
          expect(lines.length).toBeGreaterThanOrEqual(line)
          expect((lines[line - 1]?.length ?? 0) + 1).toBeGreaterThanOrEqual(column)
          expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
        }
        return true
      }),
      { numRuns: 400 },
    )
  })

  it('a plan keeps to the bounds', () => {
    const values = fc.uniqueArray(fc.stringMatching(/^[a-z0-9 ,.]{1,8}$/), { minLength: 1, maxLength: 12 })
    const matrix = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), values, { minKeys: 1, maxKeys: 4 })
    const jobs = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), matrix, { minKeys: 1, maxKeys: 5 })
    fc.assert(
      fc.property(jobs, (asked) => {
        const written = Object.fromEntries(
          Object.entries(asked).map(([name, one]) => [name, { matrix: one, steps: [{ run: 'x' }] }]),
        )
        const parsed = parse(JSON.stringify({ version: 1, jobs: written }))
        if ('errors' in parsed) return
        const names = parsed.file.plan.jobs.map(({ name }) => name)
        expect(names.length).toBeLessThanOrEqual(100)
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: 50 },
    )
  })

  it('64 KiB are read without holding anybody up', () => {
    const fill = (text: string, before = ''): string =>
      before + text.repeat(Math.floor((65_000 - before.length) / text.length))
    const worst = [
      ...[
        '[',
        '{',
        '- ',
        '? ',
        ': ',
        'a: ',
        '&a ',
        '! ',
        '*a ',
        '---\n',
        '%A\n',
        '?\n',
        '[]',
        '}\n',
        '"',
        '\n',
        '#\n',
        '\r',
        '|\n',
        '${{',
        '`\n',
      ].map((one) => fill(one)),
      fill(',', '['),
      fill('1,', 'a: ['),
      fill('a\n', '"'),
      fill('\\n', '"'),
      fill(' x\n', 'a: |\n'),
      fill('x\n ', 'a: '),
      fill('${{ ', 'version: 1\njobs:\n a:\n  steps:\n   - run: '),
      fill('${{ x }} ', 'version: 1\njobs:\n a:\n  steps:\n   - run: '),
      fill(' ', "version: 1\njobs:\n a:\n  steps:\n   - run: x ${{ hash('a'") + '"',
      Array.from({ length: 2500 }, (_, i) => `k${i}: 1`).join('\n'),
      `version: 1\njobs:\n${Array.from({ length: 100 }, (_, i) => ` j${i}: { needs: [${Array.from({ length: i }, (__, j) => `j${j}`).join()}], steps: [{ run: x }] }`).join('\n')}`,
      `version: 1\njobs: { a: { matrix: { x: [${Array.from({ length: 100 }, (_, i) => i).join()}] }, steps: [{ run: "${'${{ matrix.x }}'.repeat(3000)}" }] } }`,
      `version: 1\njobs: { a: { matrix: { x: [${Array.from({ length: 100 }, (_, i) => i).join()}] }, steps: [${Array.from({ length: 100 }, () => '{ run: "${{ matrix.x }} ${{ matrix.x }}" }').join()}] } }`,
    ]
    for (const text of worst)
      expect(Math.min(...[1, 2].map(() => longestPart(text))), text.slice(0, 80)).toBeLessThan(40)
  })
})
