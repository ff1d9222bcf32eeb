import type { Thread } from '../../../features/threads/thread.ts'

type Written = Pick<Thread, 'elsewhere'>

/** Who wrote a thread on another server, or `name` something in it, and where that was. Nobody here is meant. */
export function authorElsewhere({ elsewhere }: Written, name?: string | null): string | null {
  const who = name === undefined ? (elsewhere?.author ?? 'somebody') : name
  return elsewhere === null || who === null ? null : `${who} at ${new URL(elsewhere.url).host}`
}
