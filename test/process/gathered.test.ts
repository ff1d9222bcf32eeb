// What goes into an image needs nothing that only the project's folder has.
import { execFile } from 'node:child_process'
import { chmod, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { password } from '../support/people.ts'
import { newFolder, newPlace, serve } from './stithy-process.ts'

const gather = join(import.meta.dirname, '../../script/gather')

it('what was gathered into a folder runs wherever that is moved to, and builds nothing', async () => {
  const folder = await newFolder()
  await promisify(execFile)(gather, [join(folder, 'here')])
  const root = join(folder, 'there')
  await rename(join(folder, 'here'), root)
  await chmod(root, 0o555)
  const place = await newPlace()
  // No Node but its own, and nothing compiled but what came along.
  const env = { ...place.env, PATH: '/usr/bin:/bin', NODE_COMPILE_CACHE: '', NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const stithy = await serve({ ...place, env }, [join(root, 'bin/stithy')])
  const compiled = partsIn(stithy.stderr(), /(\S+) was accepted/g)
  expect(compiled).toContain(join(root, 'dist/main.js'))
  expect(compiled).toEqual(partsIn(stithy.stderr(), /reading cache from \S+ for ESM (\S+?)\.\.\./g))
  const client = stithy.client()
  const account = { username: 'ada', email: 'ada@example.org', password }
  expect((await client.post('auth/register', account)).status).toBe(201)
  const { body } = await client.post('auth/login', account)
  const ada = client.as(String(body.access_token))
  expect((await ada.post('user/repos', { slug: 'nails', is_public: true, auto_init: true })).status).toBe(201)
  const code = '```ts\nconst nail = 1\n```\n\n```ruby\ndef nail = 2\n```\n'
  const content = Buffer.from(`# Nails\n\n${code}`).toString('base64')
  const read = await ada.get('repos/ada/nails/contents/README.md')
  const change = { message: 'Say more', content, sha: read.body.sha }
  expect((await ada.send('PUT', 'repos/ada/nails/contents/README.md', { body: change })).status).toBe(200)
  // Pictures, Markdown and colours come from threads and libraries of their own.
  const page = await (await fetch(`${stithy.url}/ada/nails`)).text()
  expect(page).toContain('<svg')
  expect(page).toMatch(/<c-k>const<\/c-k>/)
  expect(page).toMatch(/<c-k>def<\/c-k>/)
  expect((await stithy.stop()).code).toBe(0)
})

it.runIf(process.getuid?.() === 0)('root leaves nothing in what belongs to another user', async () => {
  const root = join(await newFolder(), 'stithy')
  await promisify(execFile)(gather, [root])
  await rm(join(root, 'dist/.compiled'), { recursive: true })
  await promisify(execFile)('chown', ['-R', '65534', root])
  const { stdout } = await promisify(execFile)(join(root, 'bin/stithy'), ['--version'], {
    env: { PATH: '/usr/bin:/bin' },
  })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await promisify(execFile)('find', [root, '-user', '0'])).stdout).toBe('')
})

it('gathering refuses a folder that has something in it', async () => {
  const root = join(import.meta.dirname, '../..')
  const refused = promisify(execFile)(gather, [root])
  await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') })
})

/** Files of the program, of which Node has told something. */
function partsIn(said: string, about: RegExp): readonly string[] {
  const files = Array.from(said.matchAll(about), ([, file = '']) => file.replace('file://', ''))
  return files.filter((file) => /\/dist\/(main|part-\w+)\.js$/.test(file)).toSorted()
}
