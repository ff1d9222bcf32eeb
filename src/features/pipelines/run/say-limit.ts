import type { BoxExit } from '../../../ci/isolation/isolation.ts'
import type { Run } from './run.ts'

interface Place {
  readonly position: number | null
  readonly step: number | null
}

/** Which limit ended a command, and where that is set: its author cannot see it in what the command wrote. */
export function sayLimit({ app, log }: Run, limit: NonNullable<BoxExit['limit']>, { position, step }: Place): void {
  const { CI_MEMORY_MB: memoryMb, CI_DISK_MB: diskMb } = app.config
  const told = {
    memory: `The job used more than its ${memoryMb} MB of memory (CI_MEMORY_MB), and was ended`,
    disk: `The job wrote more than its ${diskMb} MB (CI_DISK_MB), and was ended`,
  }
  log.say(told[limit], position, step)
}

/** `where`: what sets the time. */
export function sayTimeOver({ log }: Run, seconds: number, where: string, { position, step }: Place): void {
  log.say(`The time of ${inWords(seconds)} (${where}) is over, and the job was ended`, position, step)
}

/** As a file may write it. */
function inWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'm'],
    [seconds % 60, 's'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join('')
}
