import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillMatrix, interpolate, parseTemplate, type RunFacts } from './interpolate.ts'

const facts: RunFacts = {
  variables: new Map([
    ['A', 'one'],
    ['B', '${{ ref }}'],
  ]),
  facts: { ref: 'refs/heads/$(id)', sha: 'abc', branch: '$(id)', event: 'push', source_branch: '', pull: '7' },
  hash: (globs) => Promise.resolve(`#${globs.join('+')}#`),
}

it.each([
  ['plain', 'plain'],
  ['${{ sha }}', 'abc'],
  ['${{ pull }}${{ source_branch }}', '7'],
  ['${{sha}}-${{\tevent }}', 'abc-push'],
  ['${{ variables.A }}', 'one'],
  ['${{ variables.NOT_THERE }}', ''],
  ['${{ variables.B }}', '${{ ref }}'],
  ['${{ ref }}', 'refs/heads/$(id)'],
  ["npm-${{ hash('a', 'b/**') }}", 'npm-#a+b/**#'],
  ["${{ hash('}}') }}", '#}}#'],
  ['$${{ sha }}}}', '$abc}}'],
])('%s becomes %s', async (text, expected) => {
  expect(await interpolate(text, facts)).toBe(expected)
})

it.each([
  '${{',
  '${{ }}',
  '${{ x }}',
  '${{ secrets.A }}',
  '${{ variables }}',
  '${{ variables. }}',
  '${{ ref.x }}',
  '${{ hash() }}',
  '${{ hash("a") }}',
  "${{ hash('a' }}",
  "${{ hash('a',) }}",
  '${{ refs }}',
  '${{ ${{ ref }} }}',
  '${{ variables.__proto__.x }}',
])('%s is no expression', (text) => {
  expect(parseTemplate(text).errors.length).toBeGreaterThan(0)
})

it('values of the matrix go in, and everything else stays for later', () => {
  const { template } = parseTemplate('${{ matrix.a }}-${{ ref }}-${{ matrix.b }}')
  expect(fillMatrix(template, { a: '1' })).toBe('1-${{ ref }}-')
})

it('a template is its text, whatever the text', () => {
  const parts = fc.constantFrom('${{', '}}', ' ', 'ref', 'matrix.', 'a', "hash('", "')", '$', '{', '}')
  fc.assert(
    fc.property(
      fc.array(parts, { maxLength: 30 }).map((all) => all.join('')),
      (text) => {
        const { template, errors } = parseTemplate(text)
        if (errors.length > 0) return
        expect(template.map((piece) => (typeof piece === 'string' ? piece : piece.source)).join('')).toBe(text)
      },
    ),
  )
})
