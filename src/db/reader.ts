import type { Kysely, KyselyPlugin } from 'kysely'
import { refuseInsideTransaction } from './guard.ts'
import type { Builder } from './handle.ts'
import type { Schema } from './schema.ts'

const refusing: KyselyPlugin = {
  transformQuery: ({ node }) => {
    refuseInsideTransaction()
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** The reading part of a Kysely handle, which refuses to work while a transaction is open in the same flow. */
export function readerOf(kysely: Kysely<Schema>): Builder {
  const reader = kysely.withPlugin(refusing)
  return {
    selectFrom: reader.selectFrom.bind(reader),
    with: reader.with.bind(reader),
    withRecursive: reader.withRecursive.bind(reader),
    case: reader.case.bind(reader),
    fn: reader.fn,
    dynamic: reader.dynamic,
  }
}
