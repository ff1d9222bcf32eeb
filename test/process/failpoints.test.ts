// Breaking on purpose is for tests: it takes an environment variable, is said aloud, and nobody else can reach it.
import { expect, it } from 'vitest'
import { Client } from '../support/client.ts'
import { newPlace, ready, run, start } from './stithy-process.ts'

it('is refused where others could reach the service, and where it is mistyped', async () => {
  const { env } = await newPlace({ STITHY_FAILPOINTS: 'refs.moved=kill', HOST: '0.0.0.0' })
  for (const hosts of [env, { ...env, HOST: '127.0.0.1', SSH_HOST: '0.0.0.0' }]) {
    const open = await run(['serve'], hosts)
    expect([open.code, open.stderr]).toEqual([2, expect.stringContaining('only where HOST and SSH_HOST are 127.0.0.1')])
  }
  const mistyped = await run(['serve'], { ...env, HOST: '127.0.0.1', STITHY_FAILPOINTS: 'refs.moved=sing' })
  expect([mistyped.code, mistyped.stderr]).toEqual([2, expect.stringContaining('refs.moved=sing')])
})

it('says so, and dies like kill -9 at the point', async () => {
  const place = await newPlace({ STITHY_FAILPOINTS: 'owner.folder-made=kill' })
  const running = start(['serve'], place.env)
  await ready(running)
  expect(running.stderr()).toContain('breaks itself on purpose')
  const registration = { username: 'ada', email: 'ada@example.org', password: 'a long enough phrase 7' }
  const client = new Client(`http://127.0.0.1:${place.port}`)
  await expect(client.post('auth/register', registration)).rejects.toThrow('fetch failed')
  expect(await running.exit).toMatchObject({
    signal: 'SIGKILL',
    stderr: expect.stringContaining('kill at owner.folder'),
  })
})
