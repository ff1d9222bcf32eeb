import { access, constants, statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { DatabaseReadOnly } from '../core/database-away.ts'
import type { Log } from '../core/log.ts'
import { repositoriesRoot } from '../features/lifecycle/owner-directory.ts'
import { whyNoRoom } from './disk-room.ts'

/** A database or a file system that has vanished says nothing at all: whoever asks for our health is not kept waiting. */
const patienceMs = 5000

/** What is wrong, in words for everybody; null: nothing. */
type Look = () => Promise<string | null>

/** Looks whether all is there that serving takes. */
export function healthChecks({ config, db, log }: Pick<App, 'config' | 'db' | 'log'>): Look {
  const root = repositoriesRoot(config)
  const looks = [
    inTime(log, 'the database cannot be reached', () => db.ping().then(nothing, whyNoDatabase)),
    inTime(log, 'the repositories cannot be reached', () =>
      access(root, constants.R_OK | constants.W_OK).then(nothing),
    ),
    inTime(log, 'the data directory cannot be reached', () => statfs(config.DATA_DIR).then(whyNoRoom)),
  ]
  return async () => (await Promise.all(looks.map((look) => look()))).find((reason) => reason !== null) ?? null
}

function nothing(): null {
  return null
}

function whyNoDatabase(error: unknown): string {
  if (error instanceof DatabaseReadOnly) return 'the database takes no writes'
  throw error
}

/** One look at a time: those that get no answer would gather, and take up the threads that files are read by. */
function inTime(log: Log, otherwise: string, look: Look): Look {
  let underWay: Promise<string | null> | null = null
  return async () => {
    underWay ??= look()
      // The reason is for everybody to read; what the system said of it is for the log.
      .catch((error: unknown) => {
        log.error({ error: String(error) }, otherwise)
        return otherwise
      })
      .finally(() => (underWay = null))
    const over = new AbortController()
    const reason = await Promise.race([underWay, sleep(patienceMs, otherwise, { signal: over.signal })])
    over.abort()
    return reason
  }
}
