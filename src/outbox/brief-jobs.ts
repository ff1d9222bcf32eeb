import { jobNames } from './subscriptions.ts'

/**
 * Jobs that tell people something: they ask the database and the mail server, and are done. All others may go through
 * repositories, and how long that takes is up to whoever pushed.
 */
export const briefJobs = jobNames.filter(isBrief)

export function isBrief(name: string): boolean {
  return name === 'notify' || name.startsWith('mail.')
}
