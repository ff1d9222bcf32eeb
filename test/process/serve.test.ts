import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { asItIs, newPlace, onPostgres, type Place, run, type Serving, serve, start, succeed } from './stithy-process.ts'
import { openWire } from './wire.ts'

/** Twice what an idle machine is allowed: this one has other tests to run, at times very many. */
const slowest = 3000
const timesAnEmptyNode = 40
let place: Place

beforeAll(async () => {
  place = await newPlace()
  await succeed(['migrate'], place.env)
  await succeed(['admin', 'create-user', 'ada', 'ada@example.org', '--password', password], place.env)
})

describe('starting', () => {
  it('is quick on existing data, light when idle, and says so in one line', async () => {
    const emptyNode = emptyNodeMs()
    const { ms, running } = await quickest(3)
    await sleep(2000)
    const megabytes = existsSync('/proc/self/status') ? await residentMegabytes(running.pid) : 0
    console.log(`healthy after ${Math.round(ms)} ms, ${Math.round(megabytes)} MB when idle`)
    running.signal('SIGTERM')
    const { code, stdout, stderr } = await running.exit
    expect(ms).toBeLessThan(Math.max(slowest, timesAnEmptyNode * emptyNode))
    expect(megabytes).toBeLessThan(200)
    expect(stderr).toBe(`Stithy is ready at http://localhost:${place.port}\n`)
    expect(code).toBe(0)
    for (const line of stdout.trimEnd().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), message: expect.any(String) })
    }
  })

  it('says so to whoever asks before everything is in order, and serves nobody', async () => {
    const running = start(['serve'], { ...place.env, STITHY_FAILPOINTS: 'service.mending=delay3000' })
    const ask = (path: string) => fetch(`http://127.0.0.1:${place.port}${path}`)
    const answer = await eventually(() => ask('/healthz'))
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'starting' }])
    const early = await ask('/api/v1/repos')
    expect([early.status, await early.text()]).toEqual([503, expect.stringContaining('starting')])
    await eventually(async () => expect((await ask('/healthz')).status).toBe(200))
    expect((await ask('/api/v1/repos')).status).toBe(200)
    running.signal('SIGTERM')
    expect(await running.exit).toMatchObject({ code: 0 })
  })

  it.runIf(!onPostgres)('is refused on a data directory that is in use, until its server is gone', async () => {
    const first = await serve(place)
    const second = await run(['serve'], { ...place.env, PORT: '0' })
    expect(second.code).toBe(2)
    expect(second.stderr).toContain(`DATA_DIR ${place.dataDir} is in use by another server`)
    expect((await first.client().get('/healthz')).status).toBe(200)
    await first.kill()
    const next = await serve(place)
    expect((await next.client().get('/healthz')).status).toBe(200)
    await next.stop()
  })
})

describe('stopping', () => {
  it('answers what is under way, says meanwhile that it is going, and ends with 0', async () => {
    const serving = await serve(place)
    const inAdvance = await openWire(place.port)
    const { wire, body } = await halfARequest(serving)
    serving.signal('SIGTERM')
    await isDraining(place.port)
    expect((await serving.client().get('/api/v1/repos')).status).toBe(200)

    inAdvance.send('GET /healthz HTTP/1.1\r\nHost: stithy\r\n\r\n')
    expect(await inAdvance.receive(/draining/)).toMatch(/^HTTP\/1.1 503 [^]*\{"status":"draining"\}$/)

    const began = performance.now()
    wire.send(body)
    expect(await wire.receive(/access_token/)).toContain('HTTP/1.1 200 OK')
    expect(await serving.exit).toMatchObject({ code: 0, signal: null })
    expect(performance.now() - began).toBeLessThan(10_000)
    await wire.closed
  })

  it('is not held up by connections on which nothing was asked', async () => {
    const serving = await serve(place)
    const silent = await openWire(place.port)
    const slow = await openWire(place.port)
    slow.send('GET /healthz HTTP/1.1\r\nHost: ')
    const began = performance.now()
    expect(await serving.stop()).toMatchObject({ code: 0 })
    expect(performance.now() - began).toBeLessThan(10_000)
    await Promise.all([silent.closed, slow.closed])
  })

  it('is not held up by requests that stopped in the middle', async () => {
    const serving = await serve(place)
    const { wire, body } = await halfARequest(serving)
    wire.send(body.slice(0, 5))
    const answered = await openWire(place.port)
    answered.send('GET /healthz HTTP/1.1\r\nHost: stithy\r\nContent-Length: 10\r\n\r\n')
    await answered.receive(/"ok"/)
    const began = performance.now()
    expect(await serving.stop()).toMatchObject({ code: 0 })
    expect(performance.now() - began).toBeLessThan(20_000)
    await Promise.all([wire.closed, answered.closed])
  })

  it('ends at once at a second signal', async () => {
    const serving = await serve(place)
    const { wire } = await halfARequest(serving)
    serving.signal('SIGTERM')
    await isDraining(place.port)
    const began = performance.now()
    serving.signal('SIGINT')
    expect(await serving.exit).toMatchObject({ code: 1 })
    expect(performance.now() - began).toBeLessThan(5000)
    await wire.closed
  })
})

/** Starts again, so many times in all, when a start was slow: on a busy machine one is no proof. */
async function quickest(times: number): ReturnType<typeof startUp> {
  const started = await startUp()
  if (started.ms < slowest || times === 1) return started
  started.running.signal('SIGTERM')
  await started.running.exit
  return quickest(times - 1)
}

async function startUp() {
  const began = performance.now()
  const running = start(['serve'], place.env, asItIs)
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${place.port}/healthz`).catch(() => undefined)
    if (answer?.status === 200) return { ms: performance.now() - began, running }
    if (performance.now() - began > 20_000) throw new Error(`Not healthy: ${running.stderr()}`)
    await sleep(10)
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

/** A sign-in whose body has not come yet. */
async function halfARequest(serving: Serving) {
  const body = JSON.stringify({ username: 'ada', password })
  const wire = await openWire(serving.place.port)
  wire.send(
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: stithy\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      'Expect: 100-continue\r\n\r\n',
  )
  // It says that the headers were read.
  await wire.receive(/^HTTP\/1.1 100 Continue/)
  return { wire, body }
}

async function isDraining(port: string): Promise<void> {
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'draining' }])
  })
}

/** How long a runtime takes to start and end here and now. */
function emptyNodeMs(): number {
  const began = performance.now()
  execFileSync(process.execPath, ['-e', ''])
  return performance.now() - began
}
