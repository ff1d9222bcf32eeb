import type { Db, Tx } from './handle.ts'

/** What must not come out of a transaction: the transaction, bare or as a field of the result. */
type Leak<T> = T extends Tx
  ? T
  : T extends readonly (infer Item)[]
    ? Leak<Item>
    : T extends object
      ? { [K in keyof T]: T[K] extends Tx ? T[K] : never }[keyof T]
      : never

/**
 * Everything that `work` writes is committed together, durably, or not at all. Inside there is only `tx`: no git, mail,
 * network or second handle. `work` may run again when PostgreSQL asks for it, so it has no effect but through `tx`.
 */
export function inTransaction<T>(
  app: { readonly db: Db },
  work: (tx: Tx) => Promise<T> & ([Leak<T>] extends [never] ? unknown : never),
): Promise<T> {
  return app.db.transact<T>(work)
}
