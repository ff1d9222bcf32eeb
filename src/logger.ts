import pino from 'pino'
import type { Config } from './config.ts'
import type { Log } from './core/log.ts'

const flushEvery = 500

let writtenAt = 0
let written = ''

/** Many lines fall into the same millisecond: its text is made once. */
function timestamp(): string {
  const now = Date.now()
  if (now !== writtenAt) {
    writtenAt = now
    written = `,"time":"${new Date(now).toISOString()}"`
  }
  return written
}

/** JSON lines on standard output. Written in batches, at once from `warn` on: what matters is not lost in a crash. */
export function createLogger(level: Config['LOG_LEVEL']): Log & { flush(): void } {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8192 })
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
  const flush = (): void => destination.flushSync()
  setInterval(() => destination.flush(), flushEvery).unref()
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => {
      logger.warn(fields, message)
      flush()
    },
    error: (fields, message) => {
      logger.error(fields, message)
      flush()
    },
    bare: (fields) => {
      if (level === 'silent') return
      destination.write(`${JSON.stringify(fields)}\n`)
      flush()
    },
    flush,
  }
}
