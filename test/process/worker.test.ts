import { beforeAll, describe, expect, it } from 'vitest'
import { emailOf, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import {
  mailsIn,
  newPlace,
  onPostgres,
  type Place,
  type Running,
  ready,
  serve,
  start,
  succeed,
} from './stithy-process.ts'

describe.runIf(onPostgres)('worker', () => {
  let place: Place
  let workers: readonly Running[]

  beforeAll(async () => {
    place = await newPlace()
    await succeed(['migrate'], place.env)
    workers = [start(['worker'], place.env), start(['worker'], place.env)]
    await Promise.all(workers.map((one) => ready(one)))
  })

  it('runs the jobs of others without a server', async () => {
    await succeed(['admin', 'create-user', 'ada', emailOf('ada'), '--password', password], place.env)
    await eventually(async () => expect(await recipients()).toEqual([emailOf('ada')]))
  })

  it('shares the work: each mail is sent once with two of them and a server', async () => {
    const serving = await serve(place)
    const people = Array.from({ length: 40 }, (_, n) => `person-${n}`)
    const register = (username: string) =>
      serving.client().post('auth/register', { username, email: emailOf(username), password })
    await Promise.all(people.map(register))
    const expected = ['ada', ...people].map(emailOf).toSorted()
    await eventually(async () => expect(await recipients()).toEqual(expected))
    await serving.stop()
  })

  it('runs the pipelines of a server that runs none itself', async () => {
    const serving = await serve({ ...place, env: { ...place.env, CI_ENABLED: 'true', CI_RUNNER_ENABLED: 'false' } })
    const login = await serving.client().post('auth/login', { username: 'ada', password })
    const ada = serving.client().as(String(login.body.access_token))
    await ada.post('user/repos', { slug: 'built', auto_init: true })
    const content = Buffer.from('version: 1\njobs:\n  build:\n    steps:\n      - run: echo built\n').toString('base64')
    await ada.send('PUT', 'repos/ada/built/contents/.svc-ci.yml', { body: { content } })
    const status = async (): Promise<unknown> => (await ada.get('repos/ada/built/ci/pipelines')).body.items?.[0]?.status
    expect(await status()).toBe('created')
    const runner = start(['worker'], { ...place.env, CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' })
    await eventually(async () => expect(await status()).toBe('success'))
    runner.signal('SIGTERM')
    expect(await runner.exit).toMatchObject({ code: 0, signal: null })
    await serving.stop()
  })

  it('ends with 0 at SIGTERM, and nothing was sent twice', async () => {
    for (const worker of workers) worker.signal('SIGTERM')
    for (const worker of workers) expect(await worker.exit).toMatchObject({ code: 0, signal: null })
    expect(await recipients()).toHaveLength(41)
  })

  async function recipients(): Promise<readonly string[]> {
    return (await mailsIn(place)).map((mail) => mail.to).toSorted()
  }
})
