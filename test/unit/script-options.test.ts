// The programs behind script/ say in one line what they do not understand, and leave nothing behind.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTurns } from '../support/thorough.ts'

const root = join(import.meta.dirname, '../..')

const mistakes: readonly (readonly [string, readonly string[], string])[] = [
  ['bench/support/run.ts', ['--shrt'], 'script/bench: there is no option --shrt.'],
  ['bench/support/run.ts', ['apis'], 'script/bench: there is no benchmark apis;'],
  ['bench/support/run.ts', ['--size', 'huge'], 'script/bench: --size is "huge": it may be small, medium, large.'],
  ['bench/support/run.ts', ['--with', '/nonexistent.json'], 'script/bench: /nonexistent.json cannot be read'],
  ['test/chaos/run.ts', ['--kill', '2'], 'script/chaos: there is no option --kill.'],
  ['test/chaos/run.ts', ['--kills', 'many'], 'script/chaos: --kills is "many":'],
  ['test/chaos/run.ts', ['--database', 'mysql'], 'script/chaos: --database is "mysql":'],
  ['test/chaos/run.ts', ['--replicas', '2'], 'script/chaos: --replicas needs --database postgres.'],
  ['test/cluster/run.ts', ['--kills'], 'script/cluster: --kills needs a value'],
  ['test/cluster/run.ts', ['--port', '70000'], 'script/cluster: --port is "70000":'],
  ['test/fuzz/run.ts', ['markdwn'], 'script/fuzz: there is no parser markdwn;'],
  ['test/fuzz/run.ts', ['--seconds', '-1'], 'script/fuzz: --seconds needs a value'],
  ['test/fuzz/run.ts', ['api', '--seconds', 'ten'], 'script/fuzz: --seconds is "ten":'],
  ['script/screenshots.mjs', [], 'script/screenshots: a folder for the pictures is missing.'],
  ['script/screenshots.mjs', ['--wide'], 'script/screenshots: there is no option --wide.'],
]

// At least one of each program.
it.each(inTurns(mistakes, 3, 2))('%s %j is refused in one line', (program, words, begin) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { cwd: root, encoding: 'utf8' })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining('Usage: script/')])
  expect(stderr.startsWith(begin), stderr).toBe(true)
})

it('a benchmark that has nothing to hold against says so before it makes any data, and keeps nothing', () => {
  const words = ['bench/support/run.ts', '--size', 'small', 'growth', 'growth-postgres']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  expect(stderr).toContain('growth skipped: --size small is what larger ones are held against')
  expect(stdout).toMatch(/\n\nNothing was measured\. Skipped: growth, growth-postgres\.\n$/)
  expect(status).toBe(2)
})

it('the folder of a run goes with it, even when it is killed outright', async () => {
  const program = `
    const { useRunFolder } = await import('./test/support/run-folder.ts')
    useRunFolder('trial')
    console.log(process.env.TMPDIR)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const folder = said.toString().trim()
  expect(existsSync(folder)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
})
