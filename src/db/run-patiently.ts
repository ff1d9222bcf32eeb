import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'

const busyPauseMs = 20
const busyPatienceMs = 10_000

/** Another process (the command line, a backup) may hold the database: waits for it without blocking the thread. */
export async function runPatiently(statement: Database.Statement): Promise<void> {
  const until = performance.now() + busyPatienceMs
  for (;;) {
    try {
      statement.run()
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await sleep(busyPauseMs)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}
