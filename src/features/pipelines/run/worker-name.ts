import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** A process by machine, number and the moment when it began: a number alone is soon somebody else's. */
export function ownWorkerName(): string {
  return `${host}-${process.pid}-${beganAt(process.pid) ?? 0}`
}

/** Whether the process that a label begins with still lives. Of other machines nothing is known: theirs are left alone. */
export function isWorkerAlive(label: string): boolean {
  const [, where, pid, began] = /^([0-9a-f]{8})-(\d+)-(\d+)(?:-|$)/.exec(label) ?? []
  return where !== host || beganAt(Number(pid)) === Number(began)
}

/** In ticks since the machine started; null when there is no such process. */
function beganAt(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program stands in brackets and may hold anything: count from behind it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
  } catch {
    return null
  }
}
