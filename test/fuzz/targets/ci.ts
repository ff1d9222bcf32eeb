// Pipeline files, and what comes out of jobs.
import { cleanLine } from '../../../src/ci/clean-line.ts'
import { parseDuration } from '../../../src/ci/duration.ts'
import { parseTemplate } from '../../../src/ci/easy/interpolate.ts'
import { parseEasy } from '../../../src/ci/easy/parse-easy.ts'
import { LogLines } from '../../../src/ci/log-lines.ts'
import { Secrets } from '../../../src/ci/mask-secrets.ts'
import { nextRun, whyBadSchedule } from '../../../src/ci/next-run.ts'
import { parseModule } from '../../../src/ci/power/parse-module.ts'
import { parseReport } from '../../../src/ci/power/parse-report.ts'
import { assert, ofText, type Target } from '../target.ts'

const rules = { allowedImages: ['debian:*'], allowedPackages: ['*'], maxTimeoutS: 7200 }
const file = `version: 1
image: debian:12
timeout: 30m
variables: { NODE_ENV: test }
when: { branch: [main, "release/*"], event: [push], path: ["src/**"] }
schedule: ["0 3 * * *"]
jobs:
  test:
    needs: []
    matrix: { node: ["20", "24"] }
    steps:
      - name: unit
        run: |
          npm test
        env: { CI_NODE: "\${{ matrix.node }}" }
    cache: { key: "npm-\${{ hash('package-lock.json') }}", paths: [.npm] }
    artifacts: { paths: [coverage/], expire_in: 7d }
`
const secret = 'swordfish-7'
const secrets = new Secrets([secret])

/** The lines of a stream that comes in pieces which end at these bytes. */
function linesOf(input: Buffer, cuts: readonly number[]): string[] {
  const log = new LogLines(secrets)
  const lines: string[] = []
  let from = 0
  for (const to of [...cuts, input.length]) {
    lines.push(...log.push(input.subarray(from, to)))
    from = to
  }
  return [...lines, ...log.end()]
}

export const ciTargets: readonly Target[] = [
  {
    name: 'pipeline file',
    seeds: [file, 'version: 1\njobs: {a: {steps: [{run: x}]}}\n', 'a: &a [*a]\n', 'x: [1, {y: 2}]\n? z\n'],
    words: [
      'needs: [test]',
      '&a ',
      '*a',
      '<<: ',
      '- ',
      ': ',
      '\n  ',
      '{',
      '[',
      '|',
      '${{ ',
      ' }}',
      'matrix',
      '!!js/x ',
      '%TAG ! x',
    ],
    check: ofText((text) => {
      const work = parseEasy(text, rules)
      let step = work.next()
      while (step.done !== true) step = work.next()
      const parsed = step.value
      if ('file' in parsed) return
      const lines = text.split(/\r\n|\r|\n/).length
      assert.ok(parsed.errors.length > 0)
      for (const { line, column, message } of parsed.errors) {
        assert.ok(line >= 1 && line <= lines + 1 && column >= 1 && message !== '', `${line}:${column} ${message}`)
      }
    }),
  },
  {
    name: 'expressions',
    seeds: ["a ${{ matrix.node }} b ${{ hash('x', 'y') }}", '${{ sha }}', '${{ ${{ }}'],
    words: ['${{', '}}', 'matrix.', 'variables.', 'hash(', "'", ',', ')'],
    check: ofText((text) => {
      const { template, errors } = parseTemplate(text)
      // Nothing is lost: what is no expression stays as it stands.
      const again = template.map((piece) => (typeof piece === 'string' ? piece : piece.source)).join('')
      if (errors.length === 0) assert.equal(again, text)
    }),
  },
  {
    name: 'schedule',
    seeds: ['0 3 * * *', '*/5 * * * MON-FRI', '0 0 31 2 *', '0,30 1-5 * JAN *'],
    words: ['*', '/', '-', ',', 'L', 'W', '#', 'MON', ' ', '59', '@daily'],
    check: ofText((text) => {
      const now = Date.UTC(2026, 0, 1)
      const why = whyBadSchedule(text, now)
      const next = why === null ? nextRun(text, now) : null
      if (why === null) assert.ok(next !== null && next > now)
    }),
  },
  {
    name: 'duration',
    seeds: ['90s', '1h30m', '7d', '60'],
    words: ['s', 'm', 'h', 'd', '999999999'],
    check: ofText((text) => {
      const seconds = parseDuration(text)
      if (seconds !== null) assert.ok(Number.isSafeInteger(seconds) && seconds >= 0)
    }),
  },
  {
    name: 'log',
    seeds: [
      `a ${secret} b\n`,
      `${secret.slice(0, 5)}\u001b[31m${secret.slice(5)}\n`,
      'a\rb\r\nc\n',
      Buffer.from(secret).toString('base64'),
    ],
    words: [
      secret,
      secret.slice(0, 6),
      secret.slice(6),
      '\n',
      '\r',
      '\u001b[1m',
      '\u001b[K',
      '%2d',
      Buffer.from(secret).toString('base64').slice(0, 7),
    ],
    check: (input) => {
      const part = input.subarray(0, 5000)
      const whole = linesOf(part, [])
      const step = 1 + ((part[0] ?? 0) % 13)
      const cuts = Array.from({ length: Math.ceil(part.length / step) }, (_, index) => index * step)
      // However the stream is cut, the same comes out, and none of it tells the secret.
      assert.deepEqual(linesOf(part, cuts), whole)
      for (const line of whole) assert.ok(!line.includes(secret) && !line.includes('\n'))
      for (const line of whole) assert.equal(cleanLine(line), line)
    },
  },
  {
    name: 'report of a module',
    seeds: ['{"kind":"job","name":"x"}', '{"kind":"output","length":5}', 'text'],
    words: ['"kind":', '"step"', '"job"', '"output"', '"length":', '1e9', '-1'],
    check: ofText((text) => void parseReport(text)),
  },
  {
    name: 'module',
    seeds: ['export default async ({ job, sh }) => { await sh`x` }', "import fs from 'node:fs'", 'eval("x")'],
    words: ['import(', 'eval', 'require(', '`', '${', 'process.', '({', '=>', '[', 'async ', '<T>', 'class A { #x }'],
    check: ofText((text) => void parseModule('pipeline.ts', text)),
  },
]
