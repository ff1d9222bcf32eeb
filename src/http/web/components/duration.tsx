import { durationText } from './duration-text.ts'

/** What still runs is counted on by the script. */
export function Duration({ ms, isRunning = false }: { ms: number; isRunning?: boolean | undefined }) {
  return <span data-elapsed={isRunning ? Math.round(ms) : undefined}>{durationText(ms)}</span>
}
