// The receiver that docs/WEBHOOKS.md shows takes what the service sends, and nothing else.
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { newFolder, newPlace, serve } from './stithy-process.ts'

const secret = 'a phrase that you share'

it('the receiver in docs/WEBHOOKS.md believes a delivery, and no one without the secret', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/WEBHOOKS.md'), 'utf8')
  const [, program = ''] = /^```ts\n(.*?)^```/ms.exec(text) ?? []
  const port = await freePort()
  const file = join(await newFolder(), 'receiver.ts')
  await writeFile(file, program.replace('listen(8000)', `listen(${port}, '127.0.0.1')`))
  const receiver = spawn(process.execPath, [file], { env: { SECRET: secret } })
  let said = ''
  receiver.stdout.setEncoding('utf8').on('data', (more: string) => (said += more))
  const url = `http://127.0.0.1:${port}`
  try {
    const forged = { 'x-svc-timestamp': String(Math.floor(Date.now() / 1000)), 'x-svc-signature': 'sha256=00' }
    await eventually(async () => expect((await fetch(url, { method: 'POST', headers: forged })).status).toBe(401))
    const stithy = await serve(await newPlace({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }))
    const account = { username: 'ada', email: 'ada@example.org', password }
    await stithy.client().post('auth/register', account)
    const { body } = await stithy.client().post('auth/login', account)
    const ada = stithy.client().as(String(body.access_token))
    await ada.post('user/repos', { slug: 'nails' })
    await ada.post('repos/ada/nails/hooks', { url, events: ['issues'], secret })
    await ada.post('repos/ada/nails/issues', { title: 'Größer als ✓' })
    await eventually(() => expect(said).toMatch(/^issues [\da-f-]{36}\n$/))
    await stithy.stop()
  } finally {
    receiver.kill()
  }
})
