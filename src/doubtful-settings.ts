import { lettersApart } from './core/letters-apart.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Below that too much is close to HOST or PORT. */
const shortestMisspelt = 6

/** What other programs call what we have under another name. Said only where ours is not set: it may be theirs. */
const namesElsewhere: Readonly<Record<string, string>> = {
  APP_URL: 'BASE_URL',
  EXTERNAL_URL: 'BASE_URL',
  PUBLIC_URL: 'BASE_URL',
  ROOT_URL: 'BASE_URL',
  SITE_URL: 'BASE_URL',
  HTTP_PORT: 'PORT',
  DB_HOST: 'DATABASE_URL',
  DB_URL: 'DATABASE_URL',
  POSTGRES_HOST: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  SMTP_HOST: 'SMTP_URL',
  SMTP_PASSWORD: 'SMTP_URL',
  SMTP_PORT: 'SMTP_URL',
  SMTP_SERVER: 'SMTP_URL',
  SMTP_USER: 'SMTP_URL',
  SMTP_FROM: 'MAIL_FROM',
  DISABLE_REGISTRATION: 'REGISTRATION_ENABLED',
  ENABLE_REGISTRATION: 'REGISTRATION_ENABLED',
}

const ofAnotherForge = /^(?:GITEA__|FORGEJO__|GOGS__|GITLAB_OMNIBUS_CONFIG$)/

/**
 * A setting that nobody knows would be left out of account in silence: a line for each that looks like one of ours. Names
 * alone, never values: these may be secret.
 */
export function doubtfulSettings(environment: Environment, known: readonly string[]): readonly string[] {
  const names = Object.keys(environment).filter((name) => !known.includes(name))
  const isSet = (name: string): boolean => (environment[name] ?? '') !== ''
  const lines = names.flatMap((name) => {
    const meant = meantBy(name.toUpperCase(), known, isSet)
    return meant === undefined ? [] : [`${name} is set, and is no setting: did you mean ${meant}?`]
  })
  const foreign = names.find((name) => ofAnotherForge.test(name))
  if (foreign === undefined) return lines
  return [...lines, `${foreign} is set, and is a setting of another forge: stithy serve --help lists those of Stithy`]
}

function meantBy(name: string, known: readonly string[], isSet: (name: string) => boolean): string | undefined {
  const own = name.replace(/^STITHY_/, '')
  if (own !== name && known.includes(own)) return own
  if (name.length < shortestMisspelt) return undefined
  const close = known.find((one) => isAlmost(name, one))
  if (close !== undefined) return close
  const elsewhere = Object.entries(namesElsewhere).find(([one]) => one === name || isExchanged(name, one))
  return elsewhere === undefined || isSet(elsewhere[1]) ? undefined : elsewhere[1]
}

function isAlmost(name: string, known: string): boolean {
  const most = Math.floor(known.length / 4)
  // Most names are of another length, and not worth a look at their letters.
  return Math.abs(name.length - known.length) <= most && lettersApart(name, known) <= most
}

/** The letters of a name with two of them exchanged: what is less sure may be somebody else's. */
function isExchanged(name: string, known: string): boolean {
  return name.length === known.length && lettersApart(name, known) === 1
}
