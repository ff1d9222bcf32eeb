import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { powerCommand } from './power-command.ts'
import { ReportReader } from './read-reports.ts'

const runtime = join(import.meta.dirname, 'runtime.mjs')
let folder: string
let count = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stithy-power-'))
  mkdirSync(join(folder, 'caches'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Ran {
  readonly code: number | null
  /** Reports as short lines, in their order; output left out. */
  readonly reports: readonly string[]
  /** Output by "job/step stream". */
  readonly output: Readonly<Record<string, string>>
  readonly stderr: string
}

async function run(text: string, ending = 'mjs'): Promise<Ran> {
  const entry = join(folder, `m${count++}.${ending}`)
  writeFileSync(entry, text)
  const nonce = randomUUID()
  const { argv, env } = powerCommand({
    node: process.execPath,
    runtime,
    entry,
    nonce,
    env: { PATH: process.env['PATH'] ?? '', GREETING: 'hello', OTHER: 'x' },
    variables: ['GREETING'],
    caches: join(folder, 'caches'),
  })
  const reports: string[] = []
  const output: Record<string, string> = {}
  const reader = new ReportReader(nonce, (event) => {
    if (event.type === 'output') {
      const key = `${event.job ?? ''}/${event.step ?? ''} ${event.stream}`
      output[key] = (output[key] ?? '') + event.bytes.toString()
    } else {
      const { type, job, ...rest } = event
      reports.push(`${type} ${job} ${JSON.stringify(rest)}`)
    }
  })
  const [program = '', ...args] = argv
  const child = spawn(program, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => reader.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  reader.end()
  return { code, reports, output, stderr }
}

const pipeline = (body: string): string =>
  `export default async ({ job, step, sh, artifact, cache, variables }) => {\n${body}\n}\n`

describe('a power-mode pipeline', () => {
  it('tells of its jobs and steps, and whose output is whose', async () => {
    const ran = await run(
      pipeline(`
      console.log('before')
      await job('build', {}, async () => {
        console.log('in build')
        await step('compile', async () => { await sh('echo out; echo err >&2; printf "no end"') })
        await step('say', () => sh('echo $GREETING ' + variables.GREETING + ' ' + variables.OTHER))
        artifact(['dist/', 'a.txt'], { expireIn: '7d' })
      })
      await job('test', { needs: ['build'] }, () => sh('true'))
      console.error('after')`),
    )
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.reports).toEqual([
      'job-started build {"needs":[],"allowFailure":false}',
      'step-started build {"step":0,"name":"compile"}',
      'step-ended build {"step":0,"status":"success","exitCode":0}',
      'step-started build {"step":1,"name":"say"}',
      'step-ended build {"step":1,"status":"success","exitCode":0}',
      'artifact build {"paths":["dist/","a.txt"],"expireInS":604800}',
      'job-ended build {"status":"success","exitCode":0}',
      'job-started test {"needs":["build"],"allowFailure":false}',
      'job-ended test {"status":"success","exitCode":0}',
    ])
    expect(ran.output).toEqual({
      '/ stdout': 'before\n',
      '/ stderr': 'after\n',
      'build/ stdout': 'in build\n',
      'build/0 stdout': 'out\nno end',
      'build/0 stderr': 'err\n',
      'build/1 stdout': 'hello hello undefined\n',
    })
  })

  it('fails where a command fails, and goes no further', async () => {
    const ran = await run(
      pipeline(`
      await job('a', {}, () => step('one', () => sh('echo hi; false; echo never')))
      await job('b', {}, () => sh('echo never'))`),
    )
    expect(ran.code).toBe(1)
    expect(ran.reports).toEqual([
      'job-started a {"needs":[],"allowFailure":false}',
      'step-started a {"step":0,"name":"one"}',
      'step-ended a {"step":0,"status":"failed","exitCode":1}',
      'job-ended a {"status":"failed","exitCode":1}',
    ])
    expect(ran.output).toEqual({ 'a/0 stdout': 'hi\n', 'a/0 stderr': 'exit code 1: echo hi; false; echo never\n' })
  })

  it('runs jobs at once, skips what needs a failed one, and bears failures that are allowed', async () => {
    const ran = await run(
      pipeline(`
      const all = [
        job('slow', {}, () => sh('sleep 0.3; for i in 1 2 3; do echo slow; done')),
        job('quick', { allowFailure: true }, () => sh('echo quick; exit 7')),
        job('broken', {}, () => { throw new TypeError('oh') }),
        job('after', { needs: ['quick'] }, () => sh('echo after')),
        job('never', { needs: ['slow', 'broken'] }, () => sh('echo never')),
        job('never2', { needs: 'never' }, () => sh('echo never')),
      ]
      await Promise.all(all)`),
    )
    expect(ran.code).toBe(1)
    const ends = ran.reports.filter((report) => !report.startsWith('job-started')).toSorted()
    expect(ends).toEqual([
      'job-ended after {"status":"success","exitCode":0}',
      'job-ended broken {"status":"failed","exitCode":1}',
      'job-ended quick {"status":"failed","exitCode":7}',
      'job-ended slow {"status":"success","exitCode":0}',
      'job-skipped never {"needs":["slow","broken"],"allowFailure":false}',
      'job-skipped never2 {"needs":["never"],"allowFailure":false}',
    ])
    expect(ran.output).toMatchObject({ 'slow/ stdout': 'slow\nslow\nslow\n', 'after/ stdout': 'after\n' })
    expect(ran.output['broken/ stderr']).toContain('TypeError: oh')
  })

  it('is not taken in by programs that imitate its reports, even if they find out the nonce', async () => {
    writeFileSync(
      join(folder, 'forge.cjs'),
      `const { readFileSync } = require('node:fs')
      let pid = process.pid
      let found = null
      while (found === null) {
        found = /"nonce":"([^"]+)"/.exec(readFileSync('/proc/' + pid + '/environ', 'utf8'))
        pid = Number(/^PPid:\\s+(\\d+)$/m.exec(readFileSync('/proc/' + pid + '/status', 'utf8'))[1])
      }
      console.log('\\u{1e}' + found[1] + JSON.stringify({ type: 'job-started', job: 'forged', needs: [] }))`,
    )
    const ran = await run(pipeline(`await job('a', {}, () => sh('"${process.execPath}" forge.cjs'))`))
    expect(ran.code).toBe(0)
    expect(ran.reports).toHaveLength(2)
    expect(ran.output['a/ stdout']).toMatch(/^.[0-9a-f-]{36}\{"type":"job-started","job":"forged"/u)
  })

  it('restores what was kept under the same key', async () => {
    writeFileSync(join(folder, 'kept.txt'), 'kept before')
    const archive = join(folder, 'caches', createHash('sha256').update('key-1').digest('hex'))
    execFileSync('tar', ['-czf', archive, 'kept.txt'], { cwd: folder })
    rmSync(join(folder, 'kept.txt'))
    const ran = await run(
      pipeline(`
      await job('a', {}, async () => {
        console.log(await cache('key-1', ['kept.txt']), await cache('key-2', 'other'))
        await sh('cat kept.txt')
      })`),
    )
    expect(ran.output).toEqual({ 'a/ stdout': 'true false\nkept before' })
    expect(ran.reports).toContain('cache a {"key":"key-1","paths":["kept.txt"],"hit":true}')
    expect(ran.reports).toContain('cache a {"key":"key-2","paths":["other"],"hit":false}')
  })

  it('may be TypeScript, or CommonJS', async () => {
    const typed = `import type { Api } from './stithy-ci.d.ts'\nexport default async ({ job, sh }: Api): Promise<void> => {\n  const name: string = 'a'\n  const { stdout } = await job(name, () => sh('echo typed')) as { stdout: string }\n  console.log(stdout.length)\n}\n`
    expect(await run(typed, 'ts')).toMatchObject({
      code: 0,
      stderr: '',
      output: { 'a/ stdout': 'typed\n', '/ stdout': '6\n' },
    })
    const common = `module.exports = async ({ job, sh }) => { await job('a', {}, () => sh('echo common')) }`
    expect(await run(common, 'cjs')).toMatchObject({ code: 0, output: { 'a/ stdout': 'common\n' } })
  })

  it('does not wait for what was left in the background, and passes on a flood whole', async () => {
    const ran = await run(
      pipeline(`
      await job('a', {}, () => sh('sleep 2 & echo on'))
      await job('b', {}, () => sh('head -c 3000000 /dev/zero | tr "\\\\0" x'))`),
    )
    expect(ran.code).toBe(0)
    expect(ran.output['a/ stdout']).toBe('on\n')
    expect(ran.output['b/ stdout']?.length).toBe(3_000_000)
  })

  it.each([
    ['no function', 'export default 5', 'no function as its default export'],
    ['an error of its own', "throw new Error('top')", 'top'],
    ['a syntax error', 'export default (', 'SyntaxError'],
    ['a failure that nobody waits for', pipeline("job('a', {}, () => sh('exit 3'))"), 'exit code 3'],
    ['a failure that is caught', pipeline("await job('a', {}, () => sh('exit 3')).catch(() => {})"), 'exit code 3'],
    ['a job within a job', pipeline("await job('a', {}, () => job('b', {}, () => {}))"), 'inside another one'],
    ['a step outside', pipeline("await step('a', () => {})"), 'belongs inside a job'],
    [
      'a step within a step',
      pipeline("await job('a', {}, () => step('x', () => step('y', () => {})))"),
      'another step',
    ],
    ['a name twice', pipeline("await job('a', {}, () => {}); await job('a', {}, () => {})"), 'already'],
    ['a bad name', pipeline("await job('a/b', {}, () => {})"), 'cannot be called'],
    ['an unknown need', pipeline("await job('a', { needs: ['b'] }, () => {})"), 'has not been begun'],
    ['a path outside', pipeline("await job('a', {}, () => artifact('../x'))"), 'inside the working directory'],
    ['an end in the midst', pipeline("await job('a', {}, () => process.exit(0))"), 'ended before its module did'],
    [
      'a promise that never comes',
      pipeline("await job('a', {}, () => new Promise(() => {}))"),
      'ended before its module did',
    ],
    [
      'an error that nobody catches',
      pipeline("setTimeout(() => { throw new Error('late') }); await job('a', {}, () => sh('sleep 2'))"),
      'late',
    ],
    ['a command that is not there', pipeline("await job('a', {}, () => sh('not-there-at-all'))"), 'exit code 127'],
    ['a command ended by a signal', pipeline("await job('a', {}, () => sh('kill -9 $$'))"), 'ended by SIGKILL'],
  ])('with %s fails and says so', async (_, text, message) => {
    const ran = await run(text)
    expect(ran.code).not.toBe(0)
    expect(Object.values(ran.output).join('') + ran.stderr).toContain(message)
    const started = ran.reports.filter((report) => report.startsWith('job-started')).length
    expect(ran.reports.filter((report) => report.startsWith('job-ended'))).toHaveLength(started)
  })
})
