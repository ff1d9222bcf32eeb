import type { Config } from '../../config.ts'
import { openSnapshot } from '../../db/whole/open-snapshot.ts'
import { wrongSecret } from '../../secrets/load-secret.ts'

/** A backup with another key could not be restored with either. Tables of the version before do not tell. */
export async function requireOwnSecret(config: Config, secretPrint: string): Promise<void> {
  const snapshot = await openSnapshot(config.DATABASE_URL, config.DATA_DIR)
  try {
    const table = snapshot.tables.find(({ name }) => name === 'secret_prints')
    if (table === undefined) return
    const at = table.columns.indexOf('print')
    for await (const rows of snapshot.rows(table, null)) {
      const other = rows.map((row) => row[at]).find((print) => print !== secretPrint)
      if (typeof other === 'string') throw wrongSecret(config, other)
    }
  } finally {
    await snapshot.close()
  }
}
