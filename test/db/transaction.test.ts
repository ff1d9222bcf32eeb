import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { afterCommit } from '../../src/db/guard.ts'
import type { Db, Tx } from '../../src/db/handle.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { emit } from '../../src/outbox/emit.ts'
import { startCore, type TestCore } from '../support/core.ts'

/** Taken before any transaction: what runs in it belongs to none. */
const asAnotherRequest = AsyncLocalStorage.snapshot()

let core: TestCore
let app: App

beforeAll(async () => {
  core = await startCore()
  app = core.app
})
afterAll(() => core.stop())

async function addOwner(tx: Tx, name: string): Promise<void> {
  const owner = { uuid: name, kind: 'user', name, name_key: name, created_at: tx.now, directory: name } as const
  await tx.insertInto('owners').values(owner).execute()
}

async function owners(prefix: string): Promise<string[]> {
  const rows = await app.db.selectFrom('owners').select('name').where('name', 'like', `${prefix}%`).execute()
  return rows.map((row) => row.name).toSorted()
}

describe('a transaction', () => {
  it('writes everything or nothing', async () => {
    await inTransaction(app, async (tx) => {
      await addOwner(tx, 'whole-1')
      await addOwner(tx, 'whole-2')
    })
    await expect(
      inTransaction(app, async (tx) => {
        await addOwner(tx, 'whole-3')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await owners('whole-')).toEqual(['whole-1', 'whole-2'])
  })

  it('that fails takes none of those beside it along', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        inTransaction(app, async (tx) => {
          await addOwner(tx, `beside-${String(index).padStart(3, '0')}`)
          if (index % 3 === 0) throw new Error('not this one')
        }),
      ),
    )
    const done = results.flatMap((one, index) =>
      one.status === 'fulfilled' ? [`beside-${String(index).padStart(3, '0')}`] : [],
    )
    expect(done).toHaveLength(66)
    expect(await owners('beside-')).toEqual(done)
  })

  it('that is done again because of one beside it is told of once', async () => {
    const heard: string[] = []
    const doing = (name: string, fails: boolean) =>
      inTransaction(app, async (tx) => {
        await addOwner(tx, name)
        afterCommit(() => void heard.push(name))
        if (fails) throw new Error('not this one')
        return name
      })
    const names = ['again-1', 'again-2', 'again-3', 'again-4']
    const results = await Promise.allSettled(names.map((name) => doing(name, name === 'again-3')))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(heard.toSorted()).toEqual(['again-1', 'again-2', 'again-4'])
    expect(await owners('again-')).toEqual(['again-1', 'again-2', 'again-4'])
  })

  it('that fails before it has written anything has nothing done again', async () => {
    let runs = 0
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        inTransaction(app, async (tx) => {
          runs++
          if (index % 2 === 0) throw new Error('not this one')
          await addOwner(tx, `first-time-${index}`)
        }),
      ),
    )
    expect(runs).toBe(30)
    expect(await owners('first-time-')).toHaveLength(15)
  })

  it('that breaks a constraint leaves the next one in good order', async () => {
    await inTransaction(app, (tx) => addOwner(tx, 'once'))
    await expect(inTransaction(app, (tx) => addOwner(tx, 'once'))).rejects.toThrow(/unique|UNIQUE/)
    await inTransaction(app, (tx) => addOwner(tx, 'once-more'))
    expect(await owners('once')).toEqual(['once', 'once-more'])
  })

  it('sees what it wrote, and nobody else does until it is over', async () => {
    let inside: unknown
    await inTransaction(app, async (tx) => {
      await addOwner(tx, 'mine')
      inside = await tx.selectFrom('owners').select('name').where('name', '=', 'mine').executeTakeFirst()
      const outside = await asAnotherRequest(() => owners('mine'))
      expect(outside).toEqual([])
    })
    expect(inside).toEqual({ name: 'mine' })
    expect(await owners('mine')).toEqual(['mine'])
  })

  it('counts right when a hundred of them add to one row at once', async () => {
    await inTransaction(app, async (tx) => {
      await tx.insertInto('jobs').values(job('counter')).execute()
    })
    await Promise.all(
      Array.from({ length: 100 }, () =>
        inTransaction(app, async (tx) => {
          const update = tx.updateTable('jobs').set((eb) => ({ attempts: eb('attempts', '+', 1) }))
          await update.where('uuid', '=', 'counter').execute()
        }),
      ),
    )
    const row = await app.db.selectFrom('jobs').select('attempts').where('uuid', '=', 'counter').executeTakeFirst()
    expect(row?.attempts).toBe(100)
  })
})

describe('inside a transaction there is only its own handle', () => {
  it('the outer handle refuses to read', async () => {
    const read = inTransaction(app, async (tx) => {
      await addOwner(tx, 'never')
      return app.db.selectFrom('owners').select('name').execute()
    })
    await expect(read).rejects.toThrow('A transaction is open')
    expect(await owners('never')).toEqual([])
  })

  it('a second transaction is refused instead of waiting for itself', async () => {
    const nested = inTransaction(app, () => inTransaction(app, (tx) => addOwner(tx, 'nested')))
    await expect(nested).rejects.toThrow('A transaction is open')
  })

  it('a handle that was carried out of it does not work any more', async () => {
    let carried: Tx | undefined
    await inTransaction(app, async (tx) => {
      carried = tx
      await Promise.resolve()
    })
    await expect(carried?.selectFrom('owners').select('name').execute()).rejects.toThrow('has ended')
  })

  it('returning it, bare or in a field, does not compile; nor does writing or emitting without one', () => {
    const neverCalled = async (db: Db): Promise<void> => {
      // @ts-expect-error the transaction itself is no result
      await inTransaction(app, (tx) => Promise.resolve(tx))
      // @ts-expect-error nor is anything that holds it
      await inTransaction(app, (tx) => Promise.resolve({ id: 1, tx }))
      // @ts-expect-error an event is part of a transaction
      await emit(db, { type: 'user.registered', userId: 1 })
      // @ts-expect-error outside a transaction there is nothing to write with
      await db.insertInto('owners').values([]).execute()
    }
    expect(neverCalled).toBeTypeOf('function')
  })
})

function job(uuid: string) {
  return { uuid, name: 'none', payload: '{}', state: 'dead' as const, run_at: 0, attempts: 0, created_at: 0 }
}
