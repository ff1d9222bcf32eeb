import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Tx } from '../../src/db/handle.ts'
import { prepared, preparedList, preparedShapes } from '../../src/db/prepared.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { startCore, type TestCore } from '../support/core.ts'

let core: TestCore
let app: App

beforeAll(async () => {
  core = await startCore()
  app = core.app
})
afterAll(() => core.stop())

const addOwner = prepared((db, its: { name: string; now: number }) =>
  db
    .insertInto('owners')
    .values({ uuid: its.name, kind: 'user', name: its.name, name_key: its.name, created_at: its.now, directory: 'd' })
    .returning('id'),
)
const rename = prepared((db, its: { from: string; to: string }) =>
  db.updateTable('owners').set({ name: its.to }).where('name_key', '=', its.from),
)
const ownersLike = prepared((db, its: { key: string }) =>
  db.selectFrom('owners').select(['id', 'name']).where('name_key', '=', its.key).where('kind', '=', 'user'),
)

it('a prepared query takes other values each time, and does what the built one would', async () => {
  const [first, second] = await inTransaction(app, async (tx) => [
    await addOwner(tx, { name: 'first', now: tx.now }),
    await addOwner(tx, { name: 'second', now: tx.now }),
  ])
  await inTransaction(app, (tx) => rename(tx, { from: 'second', to: "it's; --" }))
  expect(await ownersLike(app.db, { key: 'first' })).toEqual([{ id: first?.[0]?.id, name: 'first' }])
  expect(await ownersLike(app.db, { key: 'second' })).toEqual([{ id: second?.[0]?.id, name: "it's; --" }])
  expect(await ownersLike(app.db, { key: 'third' })).toEqual([])
})

it('is a part of its transaction, and of no other', async () => {
  let carried: Tx | undefined
  const failed = inTransaction(app, async (tx) => {
    carried = tx
    await addOwner(tx, { name: 'never', now: tx.now })
    expect(await ownersLike(tx, { key: 'never' })).toHaveLength(1)
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await ownersLike(app.db, { key: 'never' })).toEqual([])
  expect(() => carried && ownersLike(carried, { key: 'never' })).toThrow('has ended')
  const outside = inTransaction(app, () => ownersLike(app.db, { key: 'never' }))
  await expect(outside).rejects.toThrow('A transaction is open')
})

it('a list may have any length, and be asked for twice', async () => {
  const named = preparedList((db, names: readonly string[], its: { kind: 'user' | 'team' }) =>
    db
      .selectFrom('owners')
      .select('name_key')
      .where('name_key', 'in', names)
      .where('kind', '=', its.kind)
      .orderBy('id'),
  )
  await inTransaction(app, async (tx) => {
    for (const name of ['one', 'two', 'three']) await addOwner(tx, { name, now: tx.now })
  })
  const ask = async (...names: string[]) => (await named(app.db, names, { kind: 'user' })).map((row) => row.name_key)
  expect(await ask('one')).toEqual(['one'])
  expect(await ask('two', 'three', 'none')).toEqual(['two', 'three'])
  expect(await ask('three')).toEqual(['three'])
  expect(await ask("one' or 1=1 --")).toEqual([])
  expect(await named(app.db, ['one'], { kind: 'team' })).toEqual([])
})

it('does not work anything out from values that it has not got yet', () => {
  const wrong = prepared((db, its: { id: number }) =>
    db
      .selectFrom('owners')
      .selectAll()
      .where('id', '=', its.id + 1),
  )
  expect(() => wrong(app.db, { id: 1 })).toThrow('id is not known yet')
})

it('what decides the text has a text for each, and the same values go into all of them', async () => {
  const first = preparedShapes((db, { most, way }: { most: number; way: 'asc' | 'desc' }, its: { skip: number }) =>
    db
      .selectFrom('owners')
      .select('name_key')
      .where('name_key', 'in', ['four', 'five', 'six'])
      .orderBy('name_key', way)
      .limit(most)
      .offset(its.skip),
  )
  await inTransaction(app, async (tx) => {
    for (const name of ['four', 'five', 'six']) await addOwner(tx, { name, now: tx.now })
  })
  const ask = async (most: number, way: 'asc' | 'desc', skip: number) =>
    (await first(app.db, { most, way }, { skip })).map((row) => row.name_key)
  expect(await ask(2, 'asc', 0)).toEqual(['five', 'four'])
  expect(await ask(2, 'desc', 0)).toEqual(['six', 'four'])
  expect(await ask(1, 'desc', 2)).toEqual(['five'])
  expect(await ask(2, 'asc', 2)).toEqual(['six'])
  // More of them than are kept.
  for (let most = 1; most < 600; most++) expect(await ask(most, 'asc', 0)).toHaveLength(Math.min(most, 3))
  expect(await ask(2, 'asc', 1)).toEqual(['four', 'six'])
})
