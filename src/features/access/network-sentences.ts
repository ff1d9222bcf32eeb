import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'

/** A network that is to be slowed down or shut out, at every process. */
interface Sentence {
  readonly network: string
  readonly verdict: 'slow' | 'shut'
  readonly until: number
}

/** Tells every process, also those that start later. Never in the way of whoever has to be shut out here and now. */
export async function shareSentence(
  app: Pick<App, 'db' | 'log'>,
  { network, verdict, until }: Sentence,
): Promise<void> {
  const [slow, shut] = verdict === 'slow' ? [until, 0] : [0, until]
  try {
    await inTransaction(app, async (tx) => {
      await tx
        .insertInto('network_bans')
        .values({ network, slow_until: slow, shut_until: shut })
        .onConflict((oc) =>
          oc.column('network').doUpdateSet(verdict === 'slow' ? { slow_until: slow } : { shut_until: shut }),
        )
        .execute()
      await tx.notify('bans', network)
    })
  } catch (error) {
    app.log.warn({ error: String(error) }, 'other processes could not be told whom to shut out')
  }
}

/** Tells `hold` of all that holds now, and of what comes. Returns how to stop. */
export function followSentences(
  app: Pick<App, 'clock' | 'db' | 'log'>,
  hold: (sentence: Sentence) => void,
): () => void {
  const read = async (network: string): Promise<void> => {
    try {
      const all = app.db.selectFrom('network_bans').selectAll()
      const rows = await (network === '' ? all : all.where('network', '=', network)).execute()
      for (const row of rows) {
        hold({ network: row.network, verdict: 'slow', until: row.slow_until })
        hold({ network: row.network, verdict: 'shut', until: row.shut_until })
      }
    } catch (error) {
      app.log.warn({ error: String(error) }, 'could not be found out whom others have shut out')
    }
  }
  const stop = app.db.listen('bans', (about) => void read(about))
  void read('')
  return stop
}

export async function forgetSentences(app: Pick<App, 'db'>): Promise<void> {
  await inTransaction(app, async (tx) => {
    await tx.deleteFrom('network_bans').where('slow_until', '<', tx.now).where('shut_until', '<', tx.now).execute()
  })
}
