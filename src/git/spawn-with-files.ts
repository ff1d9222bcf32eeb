import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Launch } from './launch-words.ts'

/** The files that it writes to are open for as long as it takes to start it, and no longer, also when it does not start. */
export function spawnWithFiles({ program, args, cwd, env, stdio, input, priority }: Launch): ChildProcess {
  const opened: ('pipe' | 'ignore' | number)[] = []
  let child: ChildProcess
  try {
    for (const one of stdio) opened.push(typeof one === 'object' ? openSync(one.file, 'r+') : one)
    child = spawn(program, args, { cwd, env, stdio: opened })
  } finally {
    for (const one of opened) if (typeof one === 'number') closeSync(one)
  }
  // One that gives up early does not read to the end.
  if (input !== undefined) child.stdin?.on('error', () => undefined).end(input, 'latin1')
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority)
  return child
}
