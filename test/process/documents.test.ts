// The build has its threads too: they are found beside it, and end with it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { git, newFolder } from '../support/git.ts'
import { newToken, password } from '../support/people.ts'
import { newPlace, serve, succeed } from './stithy-process.ts'

it('documents and colours come from the build as well, and do not hold up its end', async () => {
  const place = await newPlace()
  await succeed(['migrate'], place.env)
  await succeed(['admin', 'create-user', 'ada', 'ada@example.org', '--password', password], place.env)
  const serving = await serve(place)
  const login = await serving.client().post('auth/login', { username: 'ada', password })
  const client = serving.client().as(login.body.access_token)
  await client.post('user/repos', { slug: 'tool', is_public: true })
  const token = await newToken(client, ['repo:write'])
  const folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  await writeFile(join(folder, 'requirements.txt'), 'flask==3.0.0\n')
  await writeFile(join(folder, 'README.md'), '# Tool\n\n```ts\nconst a = 1\n```\n')
  await git(folder, 'add', '.')
  await git(folder, 'commit', '-qm', 'Begin')
  await git(folder, 'push', '-q', `http://x:${token}@localhost:${place.port}/ada/tool`, 'main')
  const { text } = await serving.client().get('/ada/tool')
  expect(text).toContain('<h1 id="user-content-tool">')
  expect(text).toContain('<c-k>const</c-k>')
  const sbom = await serving.client().get('repos/ada/tool/sbom')
  expect(JSON.parse(sbom.text).components).toMatchObject([{ purl: 'pkg:pypi/flask@3.0.0' }])
  serving.signal('SIGTERM')
  expect((await serving.exit).code).toBe(0)
})
