import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

type Handle = Kysely<Schema>

/**
 * What a transaction builds queries with, made when it is first needed: what is written most often is prepared, and making
 * this would take longer than some of what it asks. Every query comes by `check`.
 */
export class LazyBuilder {
  readonly #base: Handle
  readonly #check: () => void
  #made: Handle | null = null

  constructor(base: Handle, check: () => void) {
    this.#base = base
    this.#check = check
  }

  get kysely(): Handle {
    return (this.#made ??= this.#base.withPlugin({
      transformQuery: ({ node }) => {
        this.#check()
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }))
  }

  get selectFrom(): Handle['selectFrom'] {
    return this.kysely.selectFrom.bind(this.kysely)
  }

  get insertInto(): Handle['insertInto'] {
    return this.kysely.insertInto.bind(this.kysely)
  }

  get updateTable(): Handle['updateTable'] {
    return this.kysely.updateTable.bind(this.kysely)
  }

  get deleteFrom(): Handle['deleteFrom'] {
    return this.kysely.deleteFrom.bind(this.kysely)
  }

  get with(): Handle['with'] {
    return this.kysely.with.bind(this.kysely)
  }

  get withRecursive(): Handle['withRecursive'] {
    return this.kysely.withRecursive.bind(this.kysely)
  }

  get case(): Handle['case'] {
    return this.kysely.case.bind(this.kysely)
  }

  get fn(): Handle['fn'] {
    return this.kysely.fn
  }

  get dynamic(): Handle['dynamic'] {
    return this.kysely.dynamic
  }

  /** For texts of SQL, which are given the transaction to be asked in. */
  get getExecutor(): Handle['getExecutor'] {
    return this.kysely.getExecutor.bind(this.kysely)
  }
}
