import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const lookEveryMs = 50

/** Names a process so that it is not taken for a later one with the same number. Null where the system does not tell. */
export function nameOfProcess(pid: number): string | null {
  const stat = readStat(pid)
  // The name of the program, in brackets, may hold anything; the time of the start is the 20th field behind it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended: only nobody has asked how yet.
  return fields?.[19] === undefined || fields[0] === 'Z' ? null : `${pid}:${fields[19]}`
}

/** No disk is asked: a thread for it would take longer. */
function readStat(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return null
  }
}

/** Waits until a process has ended; one that does not within the time is ended. */
export async function awaitEnd(name: string, patienceMs: number): Promise<void> {
  const pid = Number(name.split(':', 1)[0])
  const until = performance.now() + patienceMs
  while (nameOfProcess(pid) === name) {
    if (performance.now() > until) {
      process.kill(pid, 'SIGKILL')
      return
    }
    await sleep(lookEveryMs)
  }
}
