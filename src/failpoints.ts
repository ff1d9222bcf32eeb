import { readFileSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from './config.ts'
import { type Checkpoint, checkpoints, type Passing } from './core/checkpoint.ts'

type Failure = 'ENOSPC' | 'EIO' | 'EMFILE'
type Action = { readonly kill: true } | { readonly fail: Failure } | { readonly delayMs: number }

interface Failpoint {
  /** A checkpoint, or `*` for whichever comes. */
  readonly at: string
  readonly action: Action
  /** The passage that it happens at, once. */
  readonly passage: number
  seen: number
}

const grammar = /^([\w:.*-]+)=(?:(kill)|(ENOSPC|EIO|EMFILE)|delay(\d{1,6}))(?:@(\d{1,9}))?$/
const families = /^(?:commit|committed|run|ran):[\w.-]+$/

/**
 * Breaks the service on purpose, for tests of what becomes of it: `push.journaled=kill@2,commit:issue.opened=ENOSPC` ends
 * it like kill -9 at the second passage of the one point, and fails at the first of the other; `mail.sent=delay500` holds
 * up. Each happens once, and says so on standard error.
 */
export function parseFailpoints(text: string): Passing {
  const points = text
    .split(',')
    .filter((one) => one.trim() !== '')
    .map(parseOne)
  return (checkpoint) => {
    const due = points.filter((point) => isDue(point, checkpoint))
    return due.length === 0 ? undefined : happen(due, checkpoint)
  }
}

/** `@<file>`: what the file says, now and after each SIGUSR2. So one life of the service can see many faults. */
export function openFailpoints(source: string): Passing {
  if (!source.startsWith('@')) return parseFailpoints(source)
  const read = (): Passing => parseFailpoints(readFileSync(source.slice(1), 'utf8'))
  let current = read()
  process.on('SIGUSR2', () => {
    current = read()
  })
  return (checkpoint) => current(checkpoint)
}

function parseOne(text: string): Failpoint {
  const [, at = '', kill, failure, delay, passage = '1'] = grammar.exec(text.trim()) ?? []
  if (at !== '*' && !Object.hasOwn(checkpoints, at) && !families.test(at)) {
    throw new ConfigError(
      `STITHY_FAILPOINTS has "${text}": it may be <checkpoint>=kill|ENOSPC|EIO|EMFILE|delay<ms>[@n]`,
    )
  }
  return { at, action: actionOf(kill, failure, delay), passage: Number(passage), seen: 0 }
}

function actionOf(kill?: string, failure?: string, delay?: string): Action {
  if (kill !== undefined) return { kill: true }
  return failure === 'ENOSPC' || failure === 'EIO' || failure === 'EMFILE'
    ? { fail: failure }
    : { delayMs: Number(delay) }
}

function isDue(point: Failpoint, checkpoint: Checkpoint): boolean {
  return (point.at === '*' || point.at === checkpoint) && ++point.seen === point.passage
}

/** Not an asynchronous function: a kill happens there and then, not a turn later. */
function happen(points: readonly Failpoint[], checkpoint: Checkpoint): Promise<void> {
  let waitMs = 0
  let failure: Failure | null = null
  for (const { action } of points) {
    const shown = 'kill' in action ? 'kill' : 'fail' in action ? action.fail : 'delay'
    writeSync(2, `failpoint: ${shown} at ${checkpoint}\n`)
    if ('kill' in action) process.kill(process.pid, 'SIGKILL')
    else if ('fail' in action) failure = action.fail
    else waitMs += action.delayMs
  }
  return waitAndFail(waitMs, failure, checkpoint)
}

async function waitAndFail(waitMs: number, failure: Failure | null, checkpoint: Checkpoint): Promise<void> {
  if (waitMs > 0) await sleep(waitMs)
  if (failure === null) return
  const error = new Error(`${failure}: failed on purpose at ${checkpoint}`)
  throw Object.assign(error, { code: failure, errno: -constants.errno[failure], syscall: 'write' })
}
