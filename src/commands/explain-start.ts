import type { Config } from '../config.ts'
import { isDatabaseAway } from '../core/database-away.ts'
import { explainFiles } from './explain-files.ts'
import { StartError } from './start-error.ts'

/** What operators get wrong, in their words. What is not among it is a bug, and goes on as it is. */
export function explainStart(config: Config, error: unknown): unknown {
  for (const one of causesOf(error)) {
    const told = listening(config, one) ?? database(config, one) ?? explainFiles(config, one)
    if (told !== null) return new StartError(told)
  }
  // The driver has no code for one that says nothing.
  const { DATABASE_URL: url } = config
  return url !== null && isDatabaseAway(error) ? new StartError(unusable(url, 'it does not answer')) : error
}

interface Coded extends Error {
  readonly code: string
  readonly syscall?: unknown
  readonly port?: unknown
}

function listening({ HOST, PORT, SSH_HOST, SSH_PORT }: Config, error: Coded): string | null {
  // "listen" and, for names, "getaddrinfo"; the database's own lookups are told apart by its host.
  const isOurs = [HOST, SSH_HOST].some((host) => error.message.endsWith(` ${host}`))
  if (error.syscall !== 'listen' && !(error.syscall === 'getaddrinfo' && isOurs)) return null
  const isSsh = error.port === SSH_PORT || (error.message.endsWith(` ${SSH_HOST}`) && SSH_HOST !== HOST)
  const [port, setting] = isSsh ? [SSH_PORT, 'SSH_PORT'] : [PORT, 'PORT']
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use: stop what listens there, or set ${setting} to another`
    case 'EACCES':
      return `port ${port} may not be listened on by this user: set ${setting} to one above 1023`
    default:
      return `${isSsh && SSH_HOST !== HOST ? `SSH_HOST ${SSH_HOST}` : `HOST ${HOST}`} is no address of this machine (${error.code})`
  }
}

const databaseTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ECONNRESET: 'it hung up',
  '25006': 'it only reads, as a standby does',
  '28P01': 'user or password are wrong',
  '28000': 'the user may not connect',
  '3D000': 'there is no such database',
  '42501': 'the user may not make tables there',
  '53300': 'it has no connection left',
  '57P03': 'it is starting up',
}

function database({ DATABASE_URL: url }: Config, error: Coded): string | null {
  const text = databaseTexts[error.code]
  if (url === null || text === undefined) return null
  return unusable(url, text)
}

function unusable(url: URL, why: string): string {
  return `PostgreSQL at ${url.hostname}:${url.port || '5432'}${url.pathname} cannot be used: ${why} (DATABASE_URL)`
}

/** An error, what caused it, and the several that an attempt at several addresses makes. */
function causesOf(error: unknown): readonly Coded[] {
  if (!(error instanceof Error)) return []
  const several: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  const inside = [error.cause, ...several].flatMap(causesOf)
  return isCoded(error) ? [error, ...inside] : inside
}

function isCoded(error: Error): error is Coded {
  return 'code' in error && typeof error.code === 'string'
}
