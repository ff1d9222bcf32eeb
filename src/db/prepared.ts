import {
  type CompiledQuery,
  type DeleteResult,
  DummyDriver,
  type InsertQueryBuilder,
  type InsertResult,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  SqliteAdapter,
  SqliteIntrospector,
  type UpdateResult,
} from 'kysely'
import type { Dialect, Tx } from './handle.ts'
import type { Schema } from './schema.ts'
import { SqliteCompiler } from './sqlite-compiler.ts'

/** What a query is asked with. Not for comparing with null, which another text would be needed for. */
type Value = string | number | null

/** What can be asked by the text of a query: the database, or an open transaction. */
export interface Askable {
  readonly dialect: Dialect
  ask(text: string, values: readonly unknown[]): Promise<readonly unknown[]>
}

interface Compilable<R> {
  compile(maker: QueryExecutorProvider): CompiledQuery<R>
}

type TableWithId = { [T in keyof Schema]: Schema[T] extends { id: unknown } ? T : never }[keyof Schema]

/** Rows, where the query gives some back. */
type Rows<R> = R extends InsertResult | UpdateResult | DeleteResult ? void : readonly R[]

interface Text {
  readonly sql: string
  /** In the order of the text: what is always the same, and blanks. */
  readonly values: readonly unknown[]
}

/**
 * A query that is asked with every request: built and compiled when it is first needed, after that only its values are
 * put in. Building one costs ten times what SQLite takes to answer it. `its` names the values, and can do no more:
 *
 *     const nextNumber = prepared((db, its: { repoId: number }) =>
 *       db.updateTable('repos').set(…).where('id', '=', its.repoId).returning('last_number'))
 *     const [row] = await nextNumber(tx, { repoId })
 */
export function prepared<V extends Readonly<Record<keyof V, Value>>, R>(
  build: (db: Kysely<Schema>, its: V) => Compilable<R>,
): (asked: Askable, values: V) => Promise<Rows<R>> {
  const texts: Partial<Record<Dialect, Text>> = {}
  return (asked, values) => {
    const text = (texts[asked.dialect] ??= compile(makers[asked.dialect], (db) => build(db, blanks as V)))
    // The type is what the builder says of the rows.
    return asked.ask(text.sql, filledIn(text, values)) as Promise<Rows<R>>
  }
}

/**
 * The same for a row that is added, whose id it returns. SQLite is asked for that afterwards: a statement that returns
 * something is one with a trigger to it, before which every page that it touches is copied.
 */
export function preparedInsert<V extends Readonly<Record<keyof V, Value>>, T extends TableWithId>(
  build: (db: Kysely<Schema>, its: V) => InsertQueryBuilder<Schema, T, InsertResult>,
): (tx: Tx, values: V) => Promise<number> {
  const texts: Partial<Record<Dialect, Text>> = {}
  return (tx, values) => {
    const text = (texts[tx.dialect] ??= compile(makers[tx.dialect], (db) => {
      const insert = build(db, blanks as V)
      return tx.dialect === 'sqlite' ? insert : insert.returning('id' as never)
    }))
    return tx.add(text.sql, filledIn(text, values))
  }
}

function filledIn(text: Text, values: object): readonly unknown[] {
  const named = values as Readonly<Record<string, Value>>
  return text.values.map((one) => (one instanceof Blank ? named[one.name] : one))
}

/**
 * The same where a part of what is asked decides the text: how many rows there may be, in which order. There is one text for
 * each `shape`, and few of those: what anybody may write as they like is a value.
 *
 *     const newest = preparedShapes((db, { most }: { most: number }, its: { repoId: number }) =>
 *       db.selectFrom('releases').selectAll().where('repo_id', '=', its.repoId).limit(most))
 *     const rows = await newest(reader, { most: 30 }, { repoId })
 */
export function preparedShapes<S extends Shape, V extends Readonly<Record<keyof V, Value>>, R>(
  build: (db: Kysely<Schema>, shape: S, its: V) => Compilable<R>,
): (asked: Askable, shape: S, values: V) => Promise<Rows<R>> {
  const ofShape = new Map<string, (asked: Askable, values: V) => Promise<Rows<R>>>()
  return (asked, shape, values) => {
    const name = Object.values(shape).join()
    const known = ofShape.get(name)
    if (known !== undefined) return known(asked, values)
    const ask = prepared<V, R>((db, its) => build(db, shape, its))
    if (ofShape.size >= mostShapes) ofShape.clear()
    ofShape.set(name, ask)
    return ask(asked, values)
  }
}

type Shape = Readonly<Record<string, string | number | boolean | readonly string[]>>

const mostShapes = 500

/**
 * The same for a list of values, where it does not matter whether one is there twice. How many they are is part of the text:
 * the last one fills the list up to the next power of two, so that there are few texts.
 *
 *     const namesOf = preparedList((db, shas: readonly string[], its: { repoId: number }) =>
 *       db.selectFrom('refs').select('name').where('repo_id', '=', its.repoId).where('peeled', 'in', shas))
 *     const rows = await namesOf(reader, shas, { repoId })
 */
export function preparedList<T extends string | number, V extends Readonly<Record<keyof V, Value>>, R>(
  build: (db: Kysely<Schema>, list: readonly T[], its: V) => Compilable<R>,
): (asked: Askable, list: readonly T[], values: V) => Promise<Rows<R>> {
  type All = V & Readonly<Record<number, T>>
  const ofLength = preparedShapes<{ length: number }, All, R>((db, { length }, its) => {
    const list = Array.from({ length }, (_, at): T | undefined => its[at])
    return build(
      db,
      list.filter((one) => one !== undefined),
      its,
    )
  })
  return (asked, list, values) => {
    const length = list.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(list.length))
    const filled = list.concat(Array.from({ length: length - list.length }, () => list.slice(-1)).flat())
    return ofLength(asked, { length }, { ...values, ...filled })
  }
}

function compile(maker: Kysely<Schema>, build: (db: Kysely<Schema>) => Compilable<unknown>): Text {
  const { sql, parameters } = build(maker).compile(maker)
  return { sql, values: parameters }
}

class Blank {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** What is worked out from a value would be worked out once, from none. */
  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} is not known yet: it can only be put into the query as it is`)
  }
}

/** Stands in for the values while a query is built: whatever name it is asked for, it has a blank for it. */
const blanks: unknown = new Proxy({}, { get: (_, name) => new Blank(String(name)) })

/** Know the language of a database, and none of them. */
const makers: Record<Dialect, Kysely<Schema>> = {
  sqlite: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteCompiler(),
    },
  }),
  postgres: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
}
