import pino from 'pino'
import type { Config } from './config.ts'
import type { Log, LogFields } from './core/log.ts'

type Level = Config['LOG_LEVEL']

const severity: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }

const handOverEvery = 200
const fullAt = 65_536

let writtenAt = 0
let written = ''

/** Many lines fall into the same millisecond: its text is made once. */
function timestamp(): string {
  const now = Date.now()
  if (now !== writtenAt) {
    writtenAt = now
    written = new Date(now).toISOString()
  }
  return written
}

/**
 * JSON lines on standard output. Written in batches, at once from `warn` on: what matters is not lost in a crash. Lines
 * are put together here, many to a write: every request has one, and by the library it would cost a fifth of the request.
 */
export function createLogger(level: Level): Log & { flush(): void } {
  const destination = pino.destination({ dest: 1, sync: false, maxWrite: 2 * fullAt })
  let batch = ''
  const handOver = (): void => {
    if (batch === '') return
    destination.write(batch)
    batch = ''
  }
  const flush = (): void => {
    handOver()
    destination.flushSync()
  }
  const add = (line: string): void => {
    batch += `${line}\n`
    if (batch.length >= fullAt) handOver()
  }
  const write = (name: Level, fields: LogFields, message: string): void => {
    if (severity[name] >= severity[level]) add(lineOf(name, fields, message))
  }
  setInterval(handOver, handOverEvery).unref()
  return {
    debug: (fields, message) => write('debug', fields, message),
    info: (fields, message) => write('info', fields, message),
    warn: (fields, message) => {
      write('warn', fields, message)
      flush()
    },
    error: (fields, message) => {
      write('error', fields, message)
      flush()
    },
    bare: (fields) => {
      if (level === 'silent') return
      add(JSON.stringify(fields))
      flush()
    },
    flush,
  }
}

/** Logging never fails: fields that no JSON can be made of are left out, and the line says so. */
function lineOf(level: Level, fields: LogFields, message: string): string {
  try {
    return framed(level, JSON.stringify(fields), message)
  } catch {
    return framed(level, JSON.stringify({ unprintable: Object.keys(fields) }), message)
  }
}

/** Around fields that are text already: copied into one object with the rest they would take twice as long. */
function framed(level: Level, fields: string, message: string): string {
  const inner = fields === '{}' ? '' : `${fields.slice(1, -1)},`
  return `{"level":"${level}","time":"${timestamp()}",${inner}"message":${JSON.stringify(message)}}`
}
