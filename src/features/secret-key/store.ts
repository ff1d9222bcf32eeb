import type { Reader, Tx } from '../../db/handle.ts'

const row = 1

export async function findPrint(reader: Reader): Promise<string | null> {
  const kept = await reader.selectFrom('secret_prints').select('print').where('id', '=', row).executeTakeFirst()
  return kept?.print ?? null
}

/** Unless there is one already; returns the one that is there. */
export async function keepPrint(tx: Tx, print: string): Promise<string | null> {
  await tx
    .insertInto('secret_prints')
    .values({ id: row, print })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return findPrint(tx)
}

export async function replacePrint(tx: Tx, print: string): Promise<void> {
  await tx
    .insertInto('secret_prints')
    .values({ id: row, print })
    .onConflict((oc) => oc.column('id').doUpdateSet({ print }))
    .execute()
}
