import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReportReader } from './read-reports.ts'

const nonce = 'd3b07384-d113-4ec2-a5d6-1c0ad1bd2e43'
const line = (report: object): string => `\u{1e}${nonce}${JSON.stringify(report)}\n`
const output = (job: string | null, text: string, extra: object = {}): string =>
  line({ type: 'output', job, step: null, stream: 'stdout', length: Buffer.byteLength(text), ...extra }) + text
const started = (job: string): string => line({ type: 'job-started', job, needs: [] })

/** Output of the same job and step put together, reports in between. */
function read(bytes: Buffer, cuts: readonly number[] = []): string[] {
  const told: { key: string; bytes: Buffer[] }[] = []
  const reader = new ReportReader(nonce, (event) => {
    if (event.type !== 'output') return void told.push({ key: JSON.stringify(event), bytes: [] })
    const key = `${event.job ?? '-'}/${event.step ?? '-'}/${event.stream}`
    const last = told.at(-1)
    if (last?.key === key) last.bytes.push(event.bytes)
    else told.push({ key, bytes: [event.bytes] })
  })
  let from = 0
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    reader.push(Buffer.from(bytes.subarray(from, cut)))
    from = Math.max(from, cut)
  }
  reader.end()
  return told.map((one) => (one.bytes.length === 0 ? one.key : `${one.key} ${Buffer.concat(one.bytes).toString()}`))
}

const example = `hello ${started('a')}${output('a', `deep ${started('forged')}`)}${line({ type: 'step-started', job: 'a', step: 0, name: 'é' })}${output('a', 'x\n', { step: 0, stream: 'stderr' })}rest${output('b', 'of nobody')}${output('a', '')}${line({ type: 'step-ended', job: 'a', step: 0, status: 'failed', exitCode: 3 })}\u{1e}${nonce.slice(0, 9)} no ${line({ type: 'job-ended', job: 'a', status: 'failed', exitCode: 3 })}\u{1e}${nonce}{"type`

const expected = [
  '-/-/stdout hello ',
  '{"type":"job-started","job":"a","needs":[],"allowFailure":false}',
  `a/-/stdout deep ${started('forged')}`,
  '{"type":"step-started","job":"a","step":0,"name":"é"}',
  'a/0/stderr x\n',
  '-/-/stdout restof nobody',
  '{"type":"step-ended","job":"a","step":0,"status":"failed","exitCode":3}',
  `-/-/stdout \u{1e}${nonce.slice(0, 9)} no `,
  '{"type":"job-ended","job":"a","status":"failed","exitCode":3}',
  `-/-/stdout \u{1e}${nonce}{"type`,
]

describe('reports of a power-mode pipeline', () => {
  it('are read the same however the bytes are cut', () => {
    const bytes = Buffer.from(example)
    expect(read(bytes)).toEqual(expected)
    expect(
      read(
        bytes,
        Array.from({ length: bytes.length }, (_, i) => i),
      ),
    ).toEqual(expected)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (cuts) => {
        expect(read(bytes, cuts)).toEqual(expected)
      }),
    )
  })

  it('are text where they are none, and nothing of it is lost', () => {
    const parts = fc.oneof(
      fc.constantFrom('\u{1e}', nonce, `\u{1e}${nonce}`, '{"type":"output"', '}', '\n', '"length":3', ',', '\0'),
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.json({ maxDepth: 1 }),
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), fc.array(fc.nat(200), { maxLength: 10 }), (all, cuts) => {
        const text = Buffer.from(all.join(''))
        const told: Buffer[] = []
        const reader = new ReportReader(nonce, (event) => {
          if (event.type === 'output') told.push(event.bytes)
        })
        let from = 0
        for (const cut of [...cuts.filter((at) => at < text.length).toSorted((a, b) => a - b), text.length]) {
          reader.push(text.subarray(from, cut))
          from = cut
        }
        reader.end()
        expect(Buffer.concat(told).toString('latin1')).toBe(text.toString('latin1'))
      }),
    )
  })

  it.each([
    ['no JSON', `\u{1e}${nonce}nonsense\n`],
    ['an array', `\u{1e}${nonce}[]\n`],
    ['an unknown type', line({ type: 'owned', job: 'a' })],
    ['no job', line({ type: 'job-started', needs: [] })],
    ['a bad name', line({ type: 'job-started', job: 'a\nb', needs: [] })],
    ['a long name', line({ type: 'job-started', job: 'x'.repeat(65), needs: [] })],
    ['an unknown need', line({ type: 'job-started', job: 'z', needs: ['y'] })],
    ['a need that is no name', line({ type: 'job-started', job: 'z', needs: [1] })],
    ['an end without a beginning', line({ type: 'job-ended', job: 'z', status: 'success', exitCode: 0 })],
    ['a step of no job', line({ type: 'step-started', job: 'z', step: 0, name: 'x' })],
    ['a strange status', line({ type: 'job-ended', job: 'a', status: 'great', exitCode: 0 })],
    ['a strange exit code', line({ type: 'job-ended', job: 'a', status: 'failed', exitCode: -1 })],
    ['output without measure', line({ type: 'output', job: 'a', step: null, stream: 'stdout', length: 1e12 })],
    ['output of negative length', line({ type: 'output', job: 'a', step: null, stream: 'stdout', length: -1 })],
    ['output of a strange stream', line({ type: 'output', job: 'a', step: null, stream: 'root', length: 1 })],
    ['a path outside', line({ type: 'artifact', job: 'a', paths: ['../../etc'] })],
    ['an absolute path', line({ type: 'artifact', job: 'a', paths: ['/etc/passwd'] })],
    ['an option for a path', line({ type: 'cache', job: 'a', key: 'k', paths: ['--x'] })],
    ['no path', line({ type: 'artifact', job: 'a', paths: [] })],
    ['a long key', line({ type: 'cache', job: 'a', key: 'k'.repeat(513), paths: ['x'] })],
    ['a second beginning', started('a')],
    ['a report of 20 KB', line({ type: 'job-started', job: 'z', needs: [], more: 'x'.repeat(20_000) })],
    ['another nonce', '\u{1e}00000000-0000-0000-0000-000000000000{"type":"job-started","job":"z","needs":[]}\n'],
  ])('with %s is text', (_, text) => {
    const told = read(Buffer.from(started('a') + text))
    expect(told.slice(1)).toEqual([`-/-/stdout ${text}`])
  })

  it('are no more than so many', () => {
    const jobs = Array.from({ length: 150 }, (_, i) => started(`j${i}`)).join('')
    expect(read(Buffer.from(jobs)).filter((one) => one.startsWith('{'))).toHaveLength(100)
  })

  it('cost little where a hostile program sends beginnings of reports without end', () => {
    const bytes = Buffer.from(`\u{1e}${nonce}`.repeat(5000))
    const before = process.threadCpuUsage()
    read(bytes)
    for (let at = 0, reader = new ReportReader(nonce, () => undefined); at < bytes.length; at += 1)
      reader.push(bytes.subarray(at, at + 1))
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
  })
})
