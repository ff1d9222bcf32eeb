// Lock files of twenty package managers: anybody may have written them.
import { readFindings, readViolations } from '../../../src/sbom/read-findings.ts'
import { takeInventory } from '../../../src/sbom/take-inventory.ts'
import { npmCases, otherCases } from '../../support/lock-files.ts'
import { assert, ofText, type Target } from '../target.ts'

const words = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\n',
  '=',
  '"version"',
  '"__proto__"',
  '<',
  '>',
  '&',
  '@',
  '/',
  '#',
  '  ',
  '^1.0',
  '*',
]

function targetOf(path: string, text: string): Target {
  return {
    name: `lock file ${path}`,
    seeds: [text.slice(0, 4000), text.slice(0, 300)],
    words,
    check: ofText((input) => {
      const { components } = takeInventory([{ path, text: input }])
      for (const { purl } of components) assert.match(purl, /^pkg:[a-z]+\//)
      assert.equal(new Set(components.map(({ purl }) => purl)).size, components.length)
    }),
  }
}

export const sbomTargets: readonly Target[] = [
  ...new Map([...npmCases, ...otherCases].map(({ path, text }) => [path, targetOf(path, text)])).values(),
  {
    name: 'findings of Dependency-Track',
    seeds: [
      '[{"component":{"purl":"pkg:npm/a@1"},"vulnerability":{"vulnId":"CVE-1","severity":"HIGH"},"analysis":{}}]',
      '[]',
    ],
    words,
    check: ofText((text) => {
      for (const read of [readFindings, readViolations]) {
        try {
          assert.ok(read(text).read >= 0)
        } catch (error) {
          // What is no list of findings is refused, and the gate stays closed.
          assert.match(String(error), /not a list|SyntaxError/)
        }
      }
    }),
  },
]
