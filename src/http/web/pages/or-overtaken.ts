import { nameText, TextOvertaken } from '../../../features/threads/name-text.ts'
import type { OvertakenText } from '../components/overtaken.tsx'
import { statusOf } from '../form-errors.ts'
import type { PageAnswer } from '../page-route.ts'

/** What a form says of the text that it replaces. */
export interface Seen {
  /** Names it; '' where it replaces none. */
  readonly seen: string
  /** Somebody else was faster: what it says now. */
  readonly overtaken: OvertakenText | null
}

export const nothingSeen: Seen = { seen: '', overtaken: null }

/** Both texts, where somebody else was faster. The next try is about the text as it is now, which this answer shows. */
export async function orOvertaken(
  work: () => Promise<PageAnswer>,
  again: (seen: Seen, status: number) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TextOvertaken)) throw error
    return again({ seen: nameText(error.now), overtaken: error.now }, statusOf(error.kind))
  }
}

/** A form of the version before did not say. */
export function seenOrNot(seen: string): string | undefined {
  return seen === '' ? undefined : seen
}
