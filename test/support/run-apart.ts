// Starting a process copies the tables of all memory of the one that starts it: ten milliseconds where half a gigabyte of
// tests is loaded. So a small one starts them.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Call {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const waiting = new Map<number, (ended: Ended) => void>()
let starter: ChildProcess | null = null
let calls = 0

/** Runs a program to its end. */
export function runApart(call: Call): Promise<Ended> {
  starter ??= newStarter()
  const id = ++calls
  starter.send({ id, ...call })
  return new Promise((resolve) => {
    waiting.set(id, resolve)
  })
}

function newStarter(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'start-apart.mjs'), {
    execArgv: ['--max-semi-space-size=1'],
    serialization: 'advanced',
  })
  child.on('message', ({ id, ...ended }: Ended & { readonly id: number }) => {
    waiting.get(id)?.(ended)
    waiting.delete(id)
  })
  // Tests end when they are done, whether it is there or not.
  child.unref()
  child.channel?.unref()
  return child
}
