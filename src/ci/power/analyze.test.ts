import { describe, expect, it } from 'vitest'
import { analyze } from './analyze.ts'
import { analyzeInThread } from './analyze-in-thread.ts'
import { findEntry } from './find-entry.ts'

const look = (text: string, path = 'pipeline.mjs'): string[] =>
  analyze([{ path, text }]).map(({ line, column, severity, rule }) => `${line}:${column} ${severity} ${rule}`)

const fine = `import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import data from '../package.json' with { type: 'json' }
import { build } from './lib/build.mjs'

class Thing { constructor(process) { process.exit } clone() { return new this.constructor(1) } }
export default async function pipeline({ job, step, sh, artifact, cache, variables }) {
  const { argv, platform } = process
  await job('test', { needs: [] }, async () => {
    await step('unit', () => sh('cat /proc/cpuinfo; npm test'))
    await writeFile('out/a.txt', variables.NAME ?? process.env.NAME ?? process.env['OTHER'])
    await writeFile(path.join('/tmp', 'x'), 'y')
    await writeFile('/tmp/x', 'eval(1)')
    if (typeof process === 'undefined' || build instanceof Function) return
    const evaluate = { eval: 1, require: 2, process: 3 }
    console.log(evaluate.eval, evaluate['require'], process.cwd(), new Thing(1).constructor.name, globalThis.console, data)
  })
}
`

describe('analysis of a pipeline module', () => {
  it('has nothing to say about one that keeps to the rules', () => {
    expect(look(fine)).toEqual([])
  })

  it('reads TypeScript, and gives places as they are in it', () => {
    const typed = `import type { Api } from './stithy-ci.d.ts'\ninterface A { a: string }\nexport default async ({ job }: Api): Promise<void> => {\n  const a = <T,>(x: T): T => x; eval(a<string>('1'))\n}\n`
    expect(look(typed, 'pipeline.ts')).toEqual(['4:33 error eval'])
  })

  it.each([
    ['eval("1")', '1:1 error eval'],
    ['(0, eval)("1")', '1:5 error eval'],
    ['\\u0065val("1")', '1:1 error eval'],
    ['const e = eval; e("1")', '1:11 error eval'],
    ['new Function("1")()', '1:5 error eval'],
    ['Function("1")()', '1:1 error eval'],
    ['const F = Function', '1:11 error eval'],
    ['(() => {}).constructor("1")()', '1:1 error eval'],
    ['const C = Object.getPrototypeOf(async () => {}).constructor', '1:11 error eval'],
    ["f['const' + 'ructor']('1')", '1:1 error eval'],
    ['const { constructor } = f', '1:7 error eval'],
    ["[]['filter']['constructor']('1')()", '1:1 error eval'],
    ['globalThis.eval("1")', '1:1 error eval'],
    ["globalThis['ev' + 'al']('1')", '1:1 error eval'],
    ['globalThis[`ev${"al"}`]("1")', '1:1 error eval'],
    ['global.globalThis.eval("1")', '1:1 error eval'],
    ['globalThis[name]("1")', '1:1 error computed'],
    ['const g = globalThis; g.eval', '1:11 error alias'],
    ['f(globalThis)', '1:3 error alias'],
    ["Reflect.get(globalThis, 'eval')", '1:13 error alias'],
    ['const x = { globalThis }', '1:13 error alias'],
    ["import cp from 'child_process'", '1:1 error module'],
    ["import { spawn } from 'node:child_process'", '1:1 error module'],
    ["export * from 'node:child_process'", '1:1 error module'],
    ["export { spawn } from 'node:child_process'", '1:1 error module'],
    ["await import('node:child_process')", '1:7 error module'],
    ["await import('child_' + 'process')", '1:7 error module'],
    ['await import(`node:${"vm"}`)', '1:7 error module'],
    ['await import(name)', '1:7 error module'],
    ["await import('data:text/javascript,1')", '1:7 error module'],
    ["import 'https://evil.example/x.js'", '1:1 error module'],
    ["import '/etc/x.js'", '1:1 error module'],
    ["import 'file:///etc/x.js'", '1:1 error module'],
    ["import '../src/x.js'", '1:1 error not-analysed'],
    ["import './a/../../x.js'", '1:1 error not-analysed'],
    ["import 'lodash'", '1:1 warning not-analysed'],
    ["import 'node:http'", '1:1 warning network'],
    ["import 'dns/promises'", '1:1 warning network'],
    ['await fetch("https://x")', '1:7 warning network'],
    ['globalThis.fetch("https://x")', '1:1 warning network'],
    ["process.binding('spawn_sync')", '1:1 error process'],
    ["process['bind' + 'ing']('x')", '1:1 error process'],
    ['process[x]', '1:1 error computed'],
    ["process.getBuiltinModule('child_process')", '1:1 error module'],
    ['process.getBuiltinModule(x)', '1:1 error module'],
    ["globalThis.process.dlopen(m, 'x')", '1:1 error process'],
    ['process.mainModule.require("x")', '1:1 error process'],
    ['const p = process', '1:7 error alias'],
    ['const { binding } = process', '1:7 error process'],
    ['const { ...all } = process', '1:7 error computed'],
    ['f(process)', '1:3 error alias'],
    ["import p from 'node:process'; p.binding('x')", '1:31 error process'],
    ["import { binding } from 'node:process'", '1:1 error process'],
    ["import { env } from 'process'", '1:1 warning environment'],
    ['console.log(process.env)', '1:13 warning environment'],
    ['console.log({ ...process.env })', '1:18 warning environment'],
    ['console.log(process.env[x])', '1:13 warning environment'],
    ['const { env } = process', '1:7 warning environment'],
    ["import { readFileSync } from 'fs'; readFileSync('/proc/self/environ')", '1:49 error system-files'],
    ['const p = `/proc/${pid}/environ`', '1:12 error system-files'],
    ["const p = '/sys'", '1:11 error system-files'],
    ["import fs from 'fs'; fs.writeFileSync('/etc/passwd', 'x')", '1:22 error write-outside'],
    ["import fs from 'fs'; fs.promises.rm('../x')", '1:22 error write-outside'],
    ["import * as f from 'node:fs/promises'; f.cp('a', '/opt/b')", '1:40 error write-outside'],
    ["import { rm as r } from 'node:fs/promises'; r('a/../../b')", '1:45 error write-outside'],
    ["const { unlinkSync } = await import('fs'); unlinkSync('/usr/bin/x')", '1:44 error write-outside'],
    ['WebAssembly.compile(x)', '1:1 warning webassembly'],
    ['const x = = 1', '1:11 error syntax'],
    ['\n\n  }', '3:3 error syntax'],
    ['"', '1:1 error syntax'],
  ])('%j: %s', (text, expected) => {
    expect(look(text)).toContain(expected)
  })

  it.each([
    ["const cp = require('child_process')", 'a.cjs', '1:12 error module'],
    ["module.require('child_process')", 'a.cjs', '1:1 error module'],
    ['require(x)', 'a.cjs', '1:1 error module'],
    ['const r = require; r("x")', 'a.cjs', '1:11 error alias'],
    ["with (x) { eval('1') }", 'a.js', '1:12 error eval'],
    ['return eval(1)', 'a.cjs', '1:8 error eval'],
    ['enum A { B }', 'a.ts', '1:1 error syntax'],
    ['const x: number = 1\n let y = = 2', 'a.mts', '2:10 error syntax'],
  ])('%j in %s: %s', (text, path, expected) => {
    expect(look(text, path)).toContain(expected)
  })

  it.each('worker_threads vm inspector inspector/promises cluster module v8 net tls dgram repl wasi'.split(' '))(
    'refuses the module %s',
    (name) => {
      expect(look(`import 'node:${name}'`)).toEqual(['1:1 error module'])
      expect(look(`import x from '${name}'`)).toEqual(['1:1 error module'])
    },
  )

  it('ends with an answer however deep a module is nested', () => {
    for (const [deep, path] of [
      ['('.repeat(100_000), 'a.mjs'],
      ['await '.repeat(50_000), 'a.mjs'],
      ['['.repeat(200_000), 'a.cjs'],
    ] as const)
      expect(analyze([{ path, text: deep }])).toMatchObject([{ severity: 'error', rule: 'syntax' }])
    expect(look(`a${'.a'.repeat(100_000)}`)).toEqual([])
    expect(look(`const s = ${'"a" + '.repeat(2000)}"b"`)).toEqual([])
    expect(look(`globalThis${'.globalThis'.repeat(2000)}.eval('x')`)).toContain('1:1 error eval')
  })

  it('looks at modules alone, and not at ones without measure', () => {
    const at = (path: string, text: string): number => analyze([{ path, text }]).length
    expect([at('a.json', 'eval(1)'), at('a.d.ts', '}'), at('README.md', 'eval(1)')]).toEqual([0, 0, 0])
    expect(look('x;'.repeat(300_000))).toEqual(['1:1 error size'])
    expect(analyze(Array.from({ length: 501 }, (_, i) => ({ path: `${i}.js`, text: '' })))).toMatchObject([
      { rule: 'size' },
    ])
    expect(look('eval(1);'.repeat(1000))).toHaveLength(200)
  })

  it('runs beside the thread that serves', async () => {
    const program = new URL('analyze-thread.ts', import.meta.url)
    expect(
      await analyzeInThread(program, [{ path: 'pipeline.ts', text: 'const a: number = eval("1")' }]),
    ).toMatchObject([{ path: 'pipeline.ts', line: 1, column: 19, severity: 'error', rule: 'eval' }])
    // It breaks what takes types out, for as long as its thread lives and no longer.
    const deep = [{ path: 'a.ts', text: '('.repeat(200_000) }]
    expect(await analyzeInThread(program, deep)).toMatchObject([{ severity: 'error', rule: 'syntax' }])
    expect(look('const a: number = 1', 'a.ts')).toEqual([])
    const broken = new URL('not-there.ts', import.meta.url)
    expect(await analyzeInThread(broken, [{ path: 'a.js', text: '' }])).toMatchObject([{ severity: 'error' }])
  })
})

describe('the module that is run', () => {
  it.each([
    [['pipeline.mjs', 'pipeline.ts', 'package.json'], '{"main":"x.js"}', { entry: 'pipeline.ts' }],
    [['pipeline.mjs', 'package.json'], '{"main":"x.js"}', { entry: 'pipeline.mjs' }],
    [['package.json', 'lib/x.js'], '{"main":"./lib/x.js"}', { entry: 'lib/x.js' }],
    [['package.json', 'x.js'], '{"main":"x"}', { entry: 'x.js' }],
    [['x.js'], null, { error: expect.stringContaining('no pipeline.ts') }],
    [['package.json'], '{}', { error: expect.stringContaining('names no "main"') }],
    [['package.json'], '{"main":5}', { error: expect.stringContaining('names no "main"') }],
    [['package.json'], 'null', { error: expect.stringContaining('names no "main"') }],
    [['package.json'], '{', { error: expect.stringContaining('names no "main"') }],
    [['package.json'], '{"main":"x.js"}', { error: expect.stringContaining('is there') }],
    [['package.json', 'x.sh'], '{"main":"x.sh"}', { error: expect.stringContaining('is there') }],
    [['package.json'], '{"main":"../x.js"}', { error: expect.stringContaining('inside') }],
    [['package.json'], '{"main":"a/../../x.js"}', { error: expect.stringContaining('inside') }],
    [['package.json'], '{"main":"/etc/x.js"}', { error: expect.stringContaining('inside') }],
    [['sub/pipeline.ts'], null, { error: expect.stringContaining('no pipeline.ts') }],
  ])('of %j with %s is %j', (files, packageJson, expected) => {
    expect(findEntry(files, packageJson)).toEqual(expected)
  })
})
