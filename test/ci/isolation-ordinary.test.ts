import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { newDiskFolder, processesWith, removeFolders } from '../support/boxes.ts'
import { testMs } from '../support/patience.ts'

afterAll(removeFolders)

const nobody = 1_999_999

test('the sandbox holds a job as well for a server that has no rights of its own', async () => {
  const folder = newDiskFolder()
  const [program, node] = [join(folder, 'worker.mjs'), join(folder, 'node')]
  await build({
    entryPoints: [join(import.meta.dirname, 'ordinary-worker.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  })
  // What runs the tests may lie where nobody else may look.
  copyFileSync(process.execPath, node)
  chmodSync(folder, 0o755)
  const words = [node, program]
  const drop = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups', '--', ...words]
  const asNobody: [string, string[]] = process.getuid?.() === 0 ? ['setpriv', drop] : [node, [program]]
  const { stdout } = await promisify(execFile)(...asNobody, { cwd: '/', timeout: testMs })
  const said = JSON.parse(stdout)
  expect(said.describe).toMatch(/no network/)
  expect(said.plain).toMatchObject({ limit: null, code: 0 })
  expect(said.plain.out).toMatch(/^1000\n/)
  expect(said.plain.out).toMatch(/job\nend\n$/)
  expect(said.plain.out).not.toMatch(/root:[*!$]/)
  expect(said.doors).toMatchObject({ code: 0, out: '' })
  expect(said.stubborn).toMatchObject({ code: null, limit: null })
  expect(said.forks.err).toMatch(/fork/i)
  expect(said.hog.code).not.toBe(0)
  expect(said.crowd, said.crowd.err).toMatchObject({ code: null, limit: 'memory' })
  expect(said.disk).toMatchObject({ limit: 'disk' })
  expect(said.disk.ms).toBeLessThan(15_000)
  expect(processesWith('sleep 43.43')).toEqual([])
  execFileSync('find', ['/var/tmp', '-maxdepth', '1', '-user', String(nobody), '-exec', 'rm', '-rf', '{}', '+'])
})
