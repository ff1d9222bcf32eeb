// `stithy ci run`: the pipeline of a folder, on the machine of whoever writes it.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder, run } from './stithy-process.ts'

const pipeline = `version: 1
jobs:
  greet:
    steps: [{ run: 'echo "$GREETING, $(cat name.txt)"' }]
  break:
    needs: [greet]
    steps: [{ run: exit 3 }]
`

interface Home {
  readonly work: string
  /** Where it may make what it needs. */
  readonly temporary: string
  readonly env: Readonly<Record<string, string>>
}

async function newHome(file: string): Promise<Home> {
  const home = await newFolder()
  const [work, temporary] = [join(home, 'work'), join(home, 'tmp')]
  await Promise.all([mkdir(work), mkdir(temporary)])
  await writeFile(join(work, '.svc-ci.yml'), file)
  await writeFile(join(work, 'name.txt'), 'smith')
  return { work, temporary, env: { CI_EXECUTOR: 'sandbox', TMPDIR: temporary } }
}

it('runs what is in the folder, tells each job from the others, and leaves nothing behind', async () => {
  const { work, temporary, env } = await newHome(pipeline)
  const { code, stdout, stderr } = await run(['ci', 'run', '--variable', 'GREETING=moin'], env, work)
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toContain('[greet] moin, smith\n')
  expect(stdout).toMatch(/\nsuccess +greet .* s\nfailed +break .* s\npipeline: failed\n$/)
  expect([await readdir(temporary), await readdir(work)]).toEqual([[], ['.svc-ci.yml', 'name.txt']])
})

it('says where a file is wrong, and that there is none', async () => {
  const { work, env } = await newHome('version: 1\njobs: { a: { stepz: [] } }\n')
  const wrong = await run(['ci', 'run'], env, work)
  expect([wrong.code, wrong.stdout + wrong.stderr]).toEqual([1, expect.stringContaining('stepz')])
  const none = await run(['ci', 'run'], env, await newFolder())
  expect([none.code, none.stdout + none.stderr]).toEqual([1, expect.stringContaining('.svc-ci.yml')])
})

it('leaves nothing behind either where it cannot begin', async () => {
  const { work, temporary, env } = await newHome(pipeline)
  const { code, stderr } = await run(['ci', 'run'], { ...env, PATH: '/nonexistent' }, work)
  expect([code, stderr]).toEqual([1, expect.stringContaining('git')])
  expect(await readdir(temporary)).toEqual([])
})
