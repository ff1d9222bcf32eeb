import { type SqlBool, sql } from 'kysely'
import { jobNames } from './subscriptions.ts'

/**
 * Jobs that tell people something: they ask the database and the mail server, and are done. All others may go through
 * repositories, and how long that takes is up to whoever pushed.
 */
export const briefJobs = jobNames.filter(isBrief)

export function isBrief(name: string): boolean {
  return name === 'notify' || name.startsWith('mail.')
}

/** One for each who watches: of thousands, all others would wait for their turn, also for a link to a new password. */
const bulkJob = 'mail.notification'

export function isBulk(name: string): boolean {
  return name === bulkJob
}

/** As the index has it, to the letter. */
export const isSingle = sql<SqlBool>`name <> ${sql.lit(bulkJob)}`
