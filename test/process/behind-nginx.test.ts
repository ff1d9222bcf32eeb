// deploy/nginx.conf, as it stands but for addresses and TLS, in front of a Stithy. Where there is no nginx there is nothing
// to put it in front of.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { newFolder } from '../support/git.ts'
import { newPerson, type Person } from '../support/people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { readEvents } from '../support/stream.ts'

const env = { PATH: `${process.env['PATH']}:/usr/sbin` }

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore', env })
    return true
  } catch {
    return false
  }
}

interface Ports {
  /** Of the server that only leads to the other. */
  readonly plain: number
  readonly port: number
  readonly behind: number
}

/** Without TLS, between ports of this test. */
function siteBetween({ plain, port, behind }: Ports): string {
  const site = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  return site
    .replace('127.0.0.1:4000', `127.0.0.1:${behind}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${plain};`)
    .replace(/listen 443 [^;]*;/, `listen 127.0.0.1:${port};`)
    .replace(/^ *(?:ssl_|listen \[).*$/gm, '')
}

async function startNginx(ports: Ports): Promise<ChildProcess> {
  const folder = await newFolder()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  const plain = 'daemon off; master_process off; events {} error_log stderr warn;'
  await writeFile(
    file,
    `${plain} pid ${folder}/pid; http { access_log off; ${temporary.join(' ')}\n${siteBetween(ports)} }\n`,
  )
  return spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'], env })
}

describe.runIf(hasNginx())('behind nginx', () => {
  let stithy: TestStithy
  let nginx: ChildProcess
  let said = ''
  let url: string
  let plain: number
  let ada: Person

  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    stithy = await startStithy({ TRUSTED_PROXIES: '127.0.0.1', BASE_URL: url })
    ada = await newPerson(stithy, 'ada')
    await newRepo(stithy, ada, 'site')
    plain = await freePort()
    nginx = await startNginx({ plain, port, behind: Number(stithy.env['PORT']) })
    nginx.stderr?.on('data', (text: Buffer) => {
      said += text.toString()
    })
    await eventually(async () => {
      if (!(await fetch(`${url}/healthz`)).ok) throw new Error(said)
    })
  })
  afterAll(async () => {
    nginx.kill()
    await once(nginx, 'exit')
    await stithy.stop()
  })

  it('plain HTTP leads to the site itself, whatever name it was asked for', async () => {
    const asking = request({ port: plain, host: '127.0.0.1', path: '/ada/site?q=1', headers: { host: 'example.net' } })
    asking.end()
    const [answer] = await once(asking, 'response')
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([301, 'https://code.example.org/ada/site?q=1'])
  })

  it('a push in chunks is judged before it has all come', async () => {
    const pushing = request(`${url}/ada/site/git-receive-pack`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request', 'transfer-encoding': 'chunked' },
    })
    pushing.on('error', () => undefined)
    pushing.write('00')
    const [answer] = await once(pushing, 'response')
    expect(answer.statusCode).toBe(401)
    pushing.destroy()
    expect(said).not.toContain('buffered to a temporary file')
  })

  it('events come when they happen', async () => {
    const { status, reader } = await readEvents(`${url}/notifications/stream`, {
      authorization: `Bearer ${ada.access}`,
    })
    expect(status).toBe(200)
    const bob = await newPerson(stithy, 'bob')
    await grant(stithy, 'site', bob, 'Developer')
    await stithy.client().as(bob.access).post('repos/ada/site/issues', { title: 'Look', body: '@ada' })
    expect((await reader.upTo(1))[0]?.data).toMatchObject({ type: 'issue_mentioned', repo: 'ada/site' })
    reader.close()
  })

  it('a client has the address that nginx sees, whatever it says', async () => {
    await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.9', forwarded: 'for=192.0.2.9' },
      body: JSON.stringify({ username: 'ada', password: 'not the phrase' }),
    })
    const rows = await stithy.app.db
      .selectFrom('audit')
      .select('actor_ip')
      .where('event', '=', 'LOGIN_FAILED')
      .execute()
    expect(rows).toEqual([{ actor_ip: '127.0.0.1' }])
  })
})
