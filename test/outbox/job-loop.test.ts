import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { emit } from '../../src/outbox/emit.ts'
import { finishJob, type LeasedJob, takeJobs } from '../../src/outbox/jobs.ts'
import { jobNames } from '../../src/outbox/subscriptions.ts'
import { countJobs } from '../../src/outbox/tend-jobs.ts'
import { JobLoop, type RunJob } from '../../src/worker/job-loop.ts'
import { startCore, type TestCore } from '../support/core.ts'
import { eventually } from '../support/stithy.ts'

let core: TestCore
let app: App
const loops: JobLoop[] = []

beforeEach(async () => {
  core = await startCore()
  app = core.app
})
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()))
  await core.stop()
})

/** A loop in which every job does `run`. */
function startLoop(run: RunJob): JobLoop {
  const loop = new JobLoop(app, Object.fromEntries(jobNames.map((name) => [name, run])), { finished: () => undefined })
  loop.start()
  loops.push(loop)
  return loop
}

function happen(userId: number): Promise<void> {
  return inTransaction(app, (tx) => emit(tx, { type: 'user.registered', userId }))
}

async function jobsLeft(): Promise<number> {
  const { ready, running, dead } = await countJobs(app.db)
  return ready + running + dead
}

describe('an event', () => {
  it('leaves one job for each subscriber, in the same transaction', async () => {
    await inTransaction(app, (tx) => emit(tx, { type: 'email.changed', userId: 7, oldEmail: 'old@example.org' }))
    const rows = await app.db.selectFrom('jobs').select(['name', 'payload']).orderBy('id').execute()
    expect(rows.map((row) => row.name)).toEqual(['mail.verify-email', 'mail.address-changed'])
    expect(JSON.parse(rows[0]?.payload ?? '')).toEqual({
      type: 'email.changed',
      userId: 7,
      oldEmail: 'old@example.org',
    })
  })

  it('of a transaction that was rolled back never happened', async () => {
    const ran: unknown[] = []
    startLoop(async (_, event) => void ran.push(event))
    await inTransaction(app, async (tx) => {
      await emit(tx, { type: 'user.registered', userId: 1 })
      throw new Error('no')
    }).catch(() => undefined)
    await happen(2)
    await eventually(() => expect(ran).toHaveLength(1))
    expect(ran).toEqual([{ type: 'user.registered', userId: 2 }])
  })
})

describe('the job loop', () => {
  it('runs a job at once, not at the next poll', async () => {
    const started: number[] = []
    startLoop(async () => void started.push(performance.now()))
    await new Promise((resolve) => setTimeout(resolve, 200))
    const waits: number[] = []
    for (let count = 1; count <= 5; count++) {
      await happen(count)
      const committed = performance.now()
      await eventually(() => expect(started).toHaveLength(count))
      waits.push((started.at(-1) ?? 0) - committed)
    }
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(150)
  })

  it('tells people what happened while jobs that go through repositories take long, and then goes on with those', async () => {
    const told: unknown[] = []
    const looked: unknown[] = []
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    startLoop(async (_, event) => {
      const { type } = event as { type: string }
      if (type === 'user.registered') return void told.push(event)
      looked.push(event)
      await ended
    })
    const many = 20
    await inTransaction(app, async (tx) => {
      for (let repoId = 1; repoId <= many; repoId++) await emit(tx, { type: 'push.came-to-nothing', repoId })
    })
    await eventually(() => expect(looked.length).toBeGreaterThan(2))
    for (let count = 1; count <= 10; count++) await happen(count)
    await eventually(() => expect(told).toHaveLength(10))
    expect(looked.length).toBeLessThan(many)
    end()
    await eventually(() => expect(looked).toHaveLength(many))
    await eventually(async () => expect(await jobsLeft()).toBe(0))
  })

  it('does everything else while mails to thousands of watchers wait, and then goes on with those', async () => {
    const done: unknown[] = []
    const mailed: unknown[] = []
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    startLoop(async (_, event) => {
      const { type } = event as { type: string }
      if (type !== 'notification.to-mail') return void done.push(event)
      mailed.push(event)
      await ended
    })
    const many = 30
    await inTransaction(app, async (tx) => {
      for (let id = 1; id <= many; id++) await emit(tx, { type: 'notification.to-mail', notificationId: id })
    })
    await eventually(() => expect(mailed.length).toBeGreaterThan(2))
    // A link to a new password is one of them.
    for (let count = 1; count <= 10; count++) await happen(count)
    await inTransaction(app, (tx) => emit(tx, { type: 'push.came-to-nothing', repoId: 1 }))
    await eventually(() => expect(done).toHaveLength(11))
    expect(mailed.length).toBeLessThan(many)
    end()
    await eventually(() => expect(mailed).toHaveLength(many))
    await eventually(async () => expect(await jobsLeft()).toBe(0))
  })

  it('does every job once with three loops at the same queue', async () => {
    const ran: unknown[] = []
    for (let count = 0; count < 3; count++) startLoop(async (_, event) => void ran.push(event))
    await Promise.all(Array.from({ length: 60 }, (_, index) => happen(index)))
    await eventually(async () => expect(await jobsLeft()).toBe(0))
    const ids = ran.map((event) => (event as { userId: number }).userId).toSorted((a, b) => a - b)
    expect(ids).toEqual(Array.from({ length: 60 }, (_, index) => index))
  })

  it('tries a failing job again, later each time, and gives it up to the administrator in the end', async () => {
    const tries: number[] = []
    await happen(1)
    const pauses = [10, 60, 300, 1800, 7200, 21_600]
    for (let attempt = 0; attempt <= pauses.length; attempt++) {
      const loop = startLoop(async () => {
        tries.push(app.clock.now())
        // What a job fails of may quote anything.
        throw new Error(`attempt ${attempt} failed of \0`)
      })
      await eventually(() => expect(tries).toHaveLength(attempt + 1))
      await eventually(async () => expect((await countJobs(app.db)).running).toBe(0))
      await loop.stop()
      core.advance((pauses[attempt] ?? 0) * 1000)
    }
    const waited = tries.slice(1).map((at, index) => Math.round((at - (tries[index] ?? 0)) / 1000))
    for (const [index, pause] of pauses.entries()) {
      expect(waited[index]).toBeGreaterThanOrEqual(pause)
      expect(waited[index]).toBeLessThan(pause + 8)
    }
    const [dead] = await app.db.selectFrom('jobs').selectAll().execute()
    expect(dead).toMatchObject({ state: 'dead', attempts: 7 })
    expect(dead?.last_error).toContain('attempt 6 failed of \u{fffd}')
  })

  it('waits for running jobs when it stops, and takes no new ones', async () => {
    let release = (): void => undefined
    const blocked = new Promise<void>((resolve) => {
      release = resolve
    })
    const ran: number[] = []
    const loop = startLoop(async (_, event) => {
      await blocked
      ran.push((event as { userId: number }).userId)
    })
    await happen(1)
    await eventually(async () => expect((await countJobs(app.db)).running).toBe(1))
    const stopped = loop.stop()
    await happen(2)
    release()
    await stopped
    expect(ran).toEqual([1])
    expect(await countJobs(app.db)).toMatchObject({ ready: 1, running: 0 })
  })

  it('does not run what it is at a second time because the clock went ahead', async () => {
    let release = (): void => undefined
    const blocked = new Promise<void>((resolve) => {
      release = resolve
    })
    const ran: number[] = []
    startLoop(async (_, event) => {
      const { userId } = event as { userId: number }
      ran.push(userId)
      if (userId === 1) await blocked
    })
    await happen(1)
    await eventually(() => expect(ran).toEqual([1]))
    core.advance(24 * 3_600_000)
    await happen(2)
    await eventually(() => expect(ran).toContain(2))
    await happen(3)
    await eventually(() => expect(ran).toContain(3))
    release()
    await eventually(async () => expect(await jobsLeft()).toBe(0))
    expect(ran).toEqual([1, 2, 3])
  })

  it('refuses to start when a job has no handler', () => {
    const some = Object.fromEntries(jobNames.slice(1).map((name) => [name, async () => undefined]))
    expect(() => new JobLoop(app, some, { finished: () => undefined })).toThrow(
      `No handler for the jobs ${jobNames[0]}`,
    )
  })
})

describe('a lease', () => {
  async function takeOne(): Promise<LeasedJob> {
    const [job] = await takeJobs(app, 1)
    if (job === undefined) throw new Error('nothing to take')
    return job
  }

  it('that has lapsed lets another worker take the job, and fences off the first', async () => {
    await happen(1)
    const first = await takeOne()
    expect(await takeJobs(app, 1)).toEqual([])
    core.advance(61_000)
    const second = await takeOne()
    expect(second.uuid).toBe(first.uuid)
    expect(second.attempts).toBe(2)
    expect(await finishJob(app, first)).toBe(false)
    expect(await jobsLeft()).toBe(1)
    expect(await finishJob(app, second)).toBe(true)
    expect(await jobsLeft()).toBe(0)
  })

  it('is held by one worker only when many ask at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => happen(index)))
    const taken = (await Promise.all(Array.from({ length: 10 }, () => takeJobs(app, 5)))).flat()
    expect(new Set(taken.map((job) => job.uuid)).size).toBe(taken.length)
    expect(taken).toHaveLength(20)
  })

  /** As if a process had taken what it could and ended in the middle of it. */
  async function loseWorker(): Promise<readonly number[]> {
    const taken = await takeJobs(app, 8)
    core.advance(61_000)
    return taken.map(({ payload }) => (JSON.parse(payload) as { userId: number }).userId)
  }

  it('that lapses each time gives the job up in the end: it may be what ends the worker', async () => {
    await happen(1)
    let lost = 0
    while ((await loseWorker()).length > 0) {
      lost += 1
      expect(lost).toBeLessThan(50)
    }
    expect(lost).toBe(20)
    const [dead] = await app.db.selectFrom('jobs').selectAll().execute()
    expect(dead).toMatchObject({ state: 'dead', attempts: 20, lease: null, lease_until: null })
    expect(dead?.last_error).toContain('its worker was lost each time')
  })

  it('is given to a suspect alone, so that jobs beside it are done all the same', async () => {
    for (const id of [1, 2, 3]) await happen(id)
    for (let times = 0; times < 8; times++) expect(await loseWorker()).toEqual([1, 2, 3])
    await happen(4)
    const ran: number[] = []
    const lost: number[] = []
    for (;;) {
      const jobs = await takeJobs(app, 8)
      if (jobs.length === 0) break
      for (const job of jobs) {
        const { userId } = JSON.parse(job.payload) as { userId: number }
        // The second ends its worker, and whatever it has beside it.
        if (jobs.some(({ payload }) => payload.includes('"userId":2'))) lost.push(userId)
        else if (await finishJob(app, job)) ran.push(userId)
      }
      core.advance(61_000)
    }
    expect(new Set(lost)).toEqual(new Set([2]))
    expect(ran).toEqual([1, 3, 4])
    expect(await countJobs(app.db)).toEqual({ ready: 0, running: 0, dead: 1 })
  })

  it('of a suspect keeps the loop from beginning anything beside it', async () => {
    await happen(1)
    for (let times = 0; times < 8; times++) await loseWorker()
    const running: number[] = []
    let release = (): void => undefined
    const blocked = new Promise<void>((resolve) => {
      release = resolve
    })
    startLoop(async (_, event) => {
      const { userId } = event as { userId: number }
      running.push(userId)
      if (userId === 1) await blocked
    })
    await eventually(() => expect(running).toEqual([1]))
    await happen(2)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(running).toEqual([1])
    release()
    await eventually(async () => expect([running, await jobsLeft()]).toEqual([[1, 2], 0]))
  })
})
