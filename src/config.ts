import { resolve } from 'node:path'
import { doubtfulSettings } from './doubtful-settings.ts'
import * as kind from './setting-kinds.ts'
import { isBare, type Rate, type SettingKind } from './setting-kinds.ts'

interface Setting<T> {
  readonly kind: SettingKind<T>
  /** As it would be written in the environment; null means "not set". */
  readonly fallback: string | null
  readonly about: string
}

function setting<T>(kindOf: SettingKind<T>, fallback: string, about: string): Setting<T> & { fallback: string } {
  return { kind: kindOf, fallback, about }
}

function optional<T>(kindOf: SettingKind<T>, about: string): Setting<T> & { fallback: null } {
  return { kind: kindOf, fallback: null, about }
}

const images = 'debian:*,alpine:*,node:*,python:*,golang:*,rust:*,busybox:*'
const packages = 'bash,build-essential,ca-certificates,curl,git,jq,make,nodejs,npm,python3,unzip,wget,zip'

const imageGlobs = kind.globs(/^[\w.:/@*?-]+$/, 'a comma-separated list such as debian:*,registry.example.org/team/**')
const packageGlobs = kind.globs(/^[\w.+*?-]+$/, 'a comma-separated list such as curl,lib*-dev')

/** Every setting there is. The order is the order of `stithy serve --help`. */
const settings = {
  HOST: setting(kind.text, '0.0.0.0', 'address that HTTP listens on'),
  PORT: setting(kind.port, '4000', 'port that HTTP listens on'),
  BASE_URL: optional(kind.webUrl, 'the only source of absolute URLs; without it http://localhost:$PORT'),
  DATA_DIR: setting(kind.text, './data', 'database, repositories, keys, artifacts'),
  LOCAL_DIR: optional(kind.text, 'cache of this machine: packs and files of running jobs; without it $DATA_DIR'),
  DATABASE_URL: optional(kind.url('postgres:', 'postgresql:'), 'PostgreSQL; without it SQLite at $DATA_DIR/stithy.db'),
  SECRET_KEY: optional(
    kind.secretKey,
    'signs tokens and encrypts secrets; without it made once in $DATA_DIR/secret.key',
  ),
  SSH_ENABLED: setting(kind.flag, 'true', 'git over SSH'),
  SSH_PORT: setting(kind.port, '2222', 'port that SSH listens on'),
  SSH_HOST: optional(kind.text, 'address that SSH listens on; without it $HOST'),
  API_FORM: setting(kind.oneOf('A', 'B'), 'B', "the deployment's form of the API"),
  REGISTRATION_ENABLED: setting(kind.flag, 'true', 'whether people may create an account themselves'),
  REQUIRE_TWO_FACTOR: setting(
    kind.flag,
    'false',
    'whether everybody has to set up two-factor sign-in before anything else',
  ),
  PASSWORD_LOGIN_ENABLED: setting(
    kind.flag,
    'true',
    'whether people may sign in with a password; false needs OIDC_ISSUER',
  ),
  OIDC_ISSUER: optional(
    kind.issuerUrl,
    'OpenID Connect: the service where people sign in; without it single sign-on is off',
  ),
  OIDC_CLIENT_ID: optional(kind.text, 'as whom Stithy is known there'),
  OIDC_CLIENT_SECRET: optional(kind.text, 'its secret there; without it a public client'),
  OIDC_NAME: setting(kind.text, 'single sign-on', 'what the button says: "Sign in with …"'),
  OIDC_REGISTRATION: optional(
    kind.flag,
    'whether somebody from there gets an account by signing in; without it as REGISTRATION_ENABLED',
  ),
  SMTP_URL: optional(kind.mailServer, 'outgoing mail; without it mails are kept in $DATA_DIR/mail/*.eml'),
  MAIL_FROM: setting(kind.mailbox, 'Stithy <stithy@localhost>', 'sender of all mail'),
  TRUSTED_PROXIES: setting(kind.cidrs, '', 'addresses whose X-Forwarded-* (HTTP) and PROXY header (SSH) are believed'),
  RATE_LIMIT_ENABLED: setting(kind.flag, 'true', 'rate limits as a whole'),
  RATE_LIMIT_ANONYMOUS: setting(kind.rate, '120/1m', 'API requests per address without an account'),
  RATE_LIMIT_USER: setting(kind.rate, '6000/1h', 'API requests per account'),
  RATE_LIMIT_LOGIN: setting(
    kind.rate,
    '10/15m',
    'per address, each: failed sign-ins; accounts made or refused as taken (mistyped forms do not count); resets',
  ),
  WEBHOOK_ALLOWED_HOSTS: setting(kind.hosts, '', 'private hosts or networks that webhooks may reach'),
  IMPORT_ALLOWED_HOSTS: setting(
    kind.hosts,
    '',
    'private hosts or networks that repositories may be imported from, or pushed to',
  ),
  MAX_PUSH_BYTES: setting(kind.integer(1, 1e15), '2147483648', 'largest push'),
  MAX_ASSET_BYTES: setting(kind.integer(1, 1e15), '2147483648', 'largest file of a release, or of git LFS'),
  OWNER_QUOTA_BYTES: setting(
    kind.integer(0, 1e15),
    '0',
    'room for the repositories, LFS objects, release files, attachments, artifacts and caches of one owner; 0: no limit; administrators can set others',
  ),
  S3_ENDPOINT: optional(
    kind.webUrl,
    'S3-compatible storage for files, artifacts and caches; without it $DATA_DIR/blobs',
  ),
  S3_BUCKET: optional(kind.bucketName, 'its bucket, which has to exist'),
  S3_PREFIX: setting(kind.keyPrefix, 'stithy/', 'goes before the names of all objects; no two services may share one'),
  S3_REGION: setting(kind.text, 'us-east-1', 'its region'),
  S3_ACCESS_KEY: optional(kind.text, 'its access key'),
  S3_SECRET_KEY: optional(kind.text, 'its secret key'),
  CI_ENABLED: setting(kind.flag, 'false', 'pipelines; the same for all processes'),
  CI_RUNNER_ENABLED: setting(
    kind.flag,
    'true',
    'run jobs of pipelines in this process; false where workers (PostgreSQL) alone do',
  ),
  STYLEGUIDE_ENABLED: setting(kind.flag, 'false', 'the page /-/styleguide, for whoever works on Stithy itself'),
  CI_EXECUTOR: setting(kind.oneOf('auto', 'container', 'sandbox'), 'auto', 'how jobs are isolated'),
  CI_DEFAULT_IMAGE: setting(kind.imageName, 'debian:12', 'image of a container job that names none'),
  CI_ALLOWED_IMAGES: setting(imageGlobs, images, 'images that jobs may use, as globs'),
  CI_ALLOWED_PACKAGES: setting(packageGlobs, packages, 'packages that jobs may install, as globs'),
  CI_CONCURRENCY: setting(kind.integer(1, 1000), '2', 'jobs at once'),
  CI_TIMEOUT_S: setting(
    kind.integer(1, 1e6),
    '3600',
    'time-out of a job that names none; by default at most CI_MAX_TIMEOUT_S',
  ),
  CI_MAX_TIMEOUT_S: setting(kind.integer(1, 1e6), '7200', 'longest time-out that a job may name'),
  CI_MEMORY_MB: setting(kind.integer(16, 1e6), '2048', 'memory of a job'),
  CI_CPUS: setting(kind.number(0.1, 1024), '2', 'processors of a job'),
  CI_PIDS: setting(kind.integer(8, 1e6), '512', 'processes of a job'),
  CI_DISK_MB: setting(kind.integer(16, 1e7), '10240', 'what a job may write: its files, home and /tmp together'),
  CI_NETWORK_ENABLED: setting(kind.flag, 'false', 'let jobs reach the network'),
  CI_LOG_MAX_MB: setting(kind.integer(1, 1e5), '10', 'log of a job'),
  CI_LOG_DAYS: setting(kind.integer(0, 1e5), '365', 'how long logs of pipelines are kept after their end; 0: for good'),
  CI_CODE_ANALYSIS_ENABLED: setting(kind.flag, 'false', 'static analysis of power-mode pipelines'),
  CI_SBOM_ENABLED: setting(kind.flag, 'false', 'the SBOM gate'),
  CI_DTRACK_ENABLED: setting(kind.flag, 'false', 'send SBOMs to Dependency-Track'),
  CI_DTRACK_URL: optional(kind.webUrl, 'where Dependency-Track is'),
  CI_DTRACK_API_KEY: optional(kind.text, 'its API key'),
  CI_DTRACK_FAIL_OPEN: setting(kind.flag, 'false', 'pass the gate when Dependency-Track does not answer'),
  SBOM_ENABLED: setting(kind.flag, 'false', 'scan after each push, unless a repository says otherwise'),
  LOG_LEVEL: setting(kind.oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info', 'least serious log line written'),
  METRICS_TOKEN: optional(kind.text, 'Bearer token for /metrics, as an alternative to an administrator session'),
} as const

type Settings = typeof settings
type Values = {
  readonly [K in keyof Settings]: Settings[K] extends Setting<infer T>
    ? Settings[K]['fallback'] extends null
      ? T | null
      : T
    : never
}

export type Config = Omit<Values, 'BASE_URL' | 'DATA_DIR' | 'LOCAL_DIR' | 'OIDC_REGISTRATION' | 'SSH_HOST'> & {
  readonly OIDC_REGISTRATION: boolean
  readonly BASE_URL: string
  readonly SSH_HOST: string
  /** Absolute. */
  readonly DATA_DIR: string
  /** Absolute. */
  readonly LOCAL_DIR: string
  /** Where programs such as git are looked for. */
  readonly PATH: string
  /** What a container engine looks for in its environment. */
  readonly ENGINE_ENV: Readonly<Record<string, string>>
}

export type { Rate }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

const engineNames = ['HOME', 'XDG_RUNTIME_DIR', 'DOCKER_HOST', 'CONTAINER_HOST']

/** Reads and checks all settings at once, so that a start fails with the whole list of what is wrong. */
export function readConfig(environment: Environment = process.env): Config {
  const wrong: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(settings)) {
    const given = environment[name]
    const written = given === undefined || given === '' ? one.fallback : given
    const value = written === null ? null : one.kind.read(written)
    if (value === undefined)
      wrong.push(`${name} is ${shown(name, written)}: it may be ${one.kind.mayBe}${hintFor(written)}`)
    values[name] = value
  }
  // Only somebody who asks for more than the longest contradicts themselves.
  if (!environment['CI_TIMEOUT_S']) values['CI_TIMEOUT_S'] = least(values['CI_TIMEOUT_S'], values['CI_MAX_TIMEOUT_S'])
  wrong.push(...missingWith(values), ...contradictionsIn(values))
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  const read = values as unknown as Values
  const path = environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'
  return Object.freeze({
    ...read,
    BASE_URL: read.BASE_URL ?? `http://localhost:${read.PORT}`,
    OIDC_REGISTRATION: read.OIDC_REGISTRATION ?? read.REGISTRATION_ENABLED,
    SSH_HOST: read.SSH_HOST ?? read.HOST,
    DATA_DIR: resolve(read.DATA_DIR),
    LOCAL_DIR: resolve(read.LOCAL_DIR ?? read.DATA_DIR),
    PATH: path,
    ENGINE_ENV: {
      PATH: path,
      ...Object.fromEntries(
        engineNames.flatMap((name): (readonly [string, string])[] => {
          const value = environment[name]
          return value === undefined ? [] : [[name, value]]
        }),
      ),
    },
  })
}

/** For running something here and now, apart from any service of this machine: everything of it is in one folder. */
export function readLocalConfig(dataDir: string): Config {
  const s3 = { S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY: '', S3_SECRET_KEY: '' }
  const plain = { LOCAL_DIR: '', DATABASE_URL: '', SMTP_URL: '', SECRET_KEY: '', ...s3 }
  const own = { DATA_DIR: dataDir, CI_ENABLED: 'true', CI_RUNNER_ENABLED: 'true', ...plain }
  return readConfig({ ...process.env, ...own })
}

/** For the living example: by itself on this machine alone, with pipelines, and never a mail to anybody. */
export function readDemoConfig(): Config {
  const given = Object.entries(process.env).filter(([, value]) => value !== '')
  const usual = { HOST: '127.0.0.1', DATA_DIR: './data-demo', CI_ENABLED: 'true', LOG_LEVEL: 'warn' }
  return readConfig({ ...usual, ...Object.fromEntries(given), SMTP_URL: '' })
}

/** No setting, and in no help: what the service does to itself in tests (see failpoints.ts). */
export function readFailpoints(): string | null {
  const text = process.env['STITHY_FAILPOINTS'] ?? ''
  return text === '' ? null : text
}

/** Lines about what is set and is no setting of ours, though it looks like one. */
export function misspeltSettings(): readonly string[] {
  return doubtfulSettings(process.env, Object.keys(settings))
}

export function describeSettings(): string {
  const rows = Object.entries(settings).map(([name, one]) => {
    const fallback = one.fallback === null || one.fallback === '' ? 'not set' : one.fallback
    return `  ${name.padEnd(26)}${one.about}\n${' '.repeat(28)}${one.kind.mayBe}; default: ${fallback}`
  })
  return rows.join('\n')
}

/** What one setting needs of another. */
function missingWith(values: Readonly<Record<string, unknown>>): readonly string[] {
  const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']
  const given = s3.find((name) => values[name] !== null)
  return [
    ...(values['CI_DTRACK_ENABLED'] === true ? ['CI_DTRACK_URL', 'CI_DTRACK_API_KEY'] : [])
      .filter((name) => values[name] === null)
      .map((name) => `${name} is not set: CI_DTRACK_ENABLED=true needs it`),
    ...s3
      .filter((name) => given !== undefined && values[name] === null)
      .map((name) => `${name} is not set: ${given} needs it`),
    ...(typeof values['OIDC_ISSUER'] === 'string' && values['OIDC_CLIENT_ID'] === null
      ? ['OIDC_CLIENT_ID is not set: OIDC_ISSUER needs it']
      : []),
    ...['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_REGISTRATION']
      .filter((name) => values['OIDC_ISSUER'] === null && values[name] !== null)
      .map((name) => `OIDC_ISSUER is not set: ${name} needs it`),
    // Nobody could sign in.
    ...(values['OIDC_ISSUER'] === null && values['PASSWORD_LOGIN_ENABLED'] === false
      ? ['OIDC_ISSUER is not set: PASSWORD_LOGIN_ENABLED=false needs it']
      : []),
    // Workers need PostgreSQL: pipelines would be made, and wait for ever.
    ...(values['CI_ENABLED'] === true && values['CI_RUNNER_ENABLED'] === false && values['DATABASE_URL'] === null
      ? [
          'CI_RUNNER_ENABLED is false: with CI_ENABLED=true it may be true, or DATABASE_URL names a PostgreSQL for workers',
        ]
      : []),
  ]
}

/** What cannot be true together. */
function contradictionsIn(values: Readonly<Record<string, unknown>>): readonly string[] {
  const { PORT: port, SSH_PORT: sshPort, SSH_ENABLED: hasSsh, CI_TIMEOUT_S: usual, CI_MAX_TIMEOUT_S: longest } = values
  return [
    ...(hasSsh === true && port === sshPort && typeof port === 'number' && port !== 0
      ? [`SSH_PORT is ${port}: it may be any port but that of PORT`]
      : []),
    ...(typeof usual === 'number' && typeof longest === 'number' && usual > longest
      ? [`CI_TIMEOUT_S is ${usual}: it may be ${longest} at most, which is CI_MAX_TIMEOUT_S`]
      : []),
  ]
}

function least(one: unknown, other: unknown): unknown {
  return typeof one === 'number' && typeof other === 'number' ? Math.min(one, other) : one
}

/** Some files of settings take quotes and spaces around a value for a part of it. */
function hintFor(written: string | null): string {
  return written === null || isBare(written) ? '' : ' (without quotes or spaces around it)'
}

/** A mistyped secret must not end up in a log. */
function shown(name: string, value: string | null): string {
  return /ISSUER|KEY|SECRET|TOKEN|URL/.test(name) ? 'not readable' : JSON.stringify(value)
}
