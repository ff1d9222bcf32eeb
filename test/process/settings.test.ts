import { existsSync } from 'node:fs'
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'
import { newToken, password } from '../support/people.ts'
import { newFolder, newPlace, onPostgres, run, serve, succeed } from './stithy-process.ts'

/** All that the contract names, with a value that it may not have; null where any text is one. */
const settings: Readonly<Record<string, string | null>> = {
  HOST: null,
  PORT: '65536',
  BASE_URL: 'https://code.example.org/forge',
  DATA_DIR: null,
  DATABASE_URL: 'mysql://stithy:hidden-1@db/stithy',
  SECRET_KEY: 'hidden-2',
  SSH_ENABLED: 'yes',
  SSH_PORT: '-1',
  API_FORM: 'C',
  REGISTRATION_ENABLED: '1',
  PASSWORD_LOGIN_ENABLED: 'no',
  OIDC_ISSUER: 'http://login.example.org',
  OIDC_CLIENT_ID: null,
  OIDC_CLIENT_SECRET: ' hidden-4',
  OIDC_NAME: null,
  OIDC_REGISTRATION: 'yes',
  SMTP_URL: 'https://stithy:hidden-3@mail',
  MAIL_FROM: 'nobody in particular',
  TRUSTED_PROXIES: '10.0.0.0/33',
  RATE_LIMIT_ENABLED: 'on',
  RATE_LIMIT_ANONYMOUS: '120',
  RATE_LIMIT_USER: '6000/1w',
  RATE_LIMIT_LOGIN: '0/15m',
  WEBHOOK_ALLOWED_HOSTS: '10.0.0.0/99',
  CI_ENABLED: 'True',
  CI_EXECUTOR: 'docker',
  CI_ALLOWED_IMAGES: '[bad',
  CI_ALLOWED_PACKAGES: 'curl,jq;make',
  CI_CONCURRENCY: '0',
  CI_TIMEOUT_S: '1h',
  CI_MAX_TIMEOUT_S: '1.5',
  CI_MEMORY_MB: '2G',
  CI_CPUS: '0',
  CI_PIDS: '1e3',
  CI_LOG_MAX_MB: ' 10',
  CI_LOG_DAYS: '1y',
  CI_CODE_ANALYSIS_ENABLED: 'no',
  CI_SBOM_ENABLED: 'no',
  CI_DTRACK_ENABLED: 'no',
  CI_DTRACK_URL: 'dtrack',
  CI_DTRACK_API_KEY: null,
  CI_DTRACK_FAIL_OPEN: 'no',
  SBOM_ENABLED: 'no',
  LOG_LEVEL: 'verbose',
  METRICS_TOKEN: null,
}

/** What a start would say of them; null where it would begin. */
function refusalOf(env: Readonly<Record<string, string>>): string | null {
  try {
    readConfig(env)
    return null
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

describe.runIf(!onPostgres)('settings', () => {
  it('are all listed by serve --help', async () => {
    const { code, stdout } = await run(['serve', '--help'])
    expect(code).toBe(0)
    const listed = stdout.split('\n').map((line) => /^ {2}([A-Z_]+) /.exec(line)?.[1])
    expect(Object.keys(settings).filter((name) => !listed.includes(name))).toEqual([])
  })

  it('that need another one say which: the analysis of SBOMs needs a place and a key', () => {
    const said = refusalOf({ CI_DTRACK_ENABLED: 'true' })
    expect(said).toContain('CI_DTRACK_URL is not set')
    expect(said).toContain('CI_DTRACK_API_KEY is not set')
  })

  it('that need another one say which: on SQLite there is nobody else to run pipelines', async () => {
    const env = { CI_RUNNER_ENABLED: 'false', DATA_DIR: await newFolder() }
    const { code, stderr } = await run(['serve'], { ...env, CI_ENABLED: 'true' })
    expect(code).toBe(2)
    expect(stderr).toContain('CI_RUNNER_ENABLED is false: with CI_ENABLED=true it may be true, or DATABASE_URL names')
    expect((await run(['doctor'], env)).stderr).not.toContain('CI_RUNNER_ENABLED')
  })

  it.each([
    [{ OIDC_ISSUER: 'https://login.example.org' }, 'OIDC_CLIENT_ID is not set: OIDC_ISSUER needs it'],
    [{ OIDC_CLIENT_ID: 'stithy' }, 'OIDC_ISSUER is not set: OIDC_CLIENT_ID needs it'],
    [{ PASSWORD_LOGIN_ENABLED: 'false' }, 'OIDC_ISSUER is not set: PASSWORD_LOGIN_ENABLED=false needs it'],
  ])('that need another one say which: %j', async (given, line) => {
    const { code, stderr } = await run(['serve'], { ...given, DATA_DIR: await newFolder() })
    expect(code).toBe(2)
    expect(stderr.split('\n')).toContain(line)
  })

  it('that are wrong stop the start, all at once, and secrets are not repeated', async () => {
    const wrong = Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== null)
    const dataDir = join(await newFolder(), 'data')
    const { code, stdout, stderr } = await run(['serve'], { ...Object.fromEntries(wrong), DATA_DIR: dataDir })
    expect(code).toBe(2)
    expect(stdout).toBe('')
    const [first, ...lines] = stderr.trimEnd().split('\n')
    expect(first).toBe('stithy: these settings cannot be used:')
    expect(lines.map((line) => /^(\w+) is .+: it may be .+$/.exec(line)?.[1])).toEqual(wrong.map(([name]) => name))
    expect(lines).toContain('API_FORM is "C": it may be A, B')
    expect(lines).toContain('PORT is "65536": it may be a whole number from 0 to 65535')
    expect(stderr).not.toContain('hidden')
    expect(existsSync(dataDir)).toBe(false)
  })

  it.each([
    ['SMTP_URL', 'smtp://', {}],
    ['SMTP_URL', 'smtp://%zz:x@mail.example.org', {}],
    ['BASE_URL', 'https://user:hidden@code.example.org', {}],
    ['BASE_URL', 'https://code.example.org/#top', {}],
    ['WEBHOOK_ALLOWED_HOSTS', 'hooks.example.org,10.0.0.300', {}],
    ['WEBHOOK_ALLOWED_HOSTS', 'hooks.example.org:8080', {}],
    ['WEBHOOK_ALLOWED_HOSTS', '*.example.org', {}],
    ['OIDC_ISSUER', 'https://login.example.org/?tenant=1', {}],
    ['OIDC_ISSUER', 'https://user:hidden@login.example.org', {}],
    ['CI_DEFAULT_IMAGE', '--privileged', {}],
    ['CI_TIMEOUT_S', '601', { CI_MAX_TIMEOUT_S: '600' }],
    ['SSH_PORT', '4001', { PORT: '4001' }],
  ])('refuse %s=%s', (name, value, others) => {
    const said = refusalOf({ ...others, [name]: value })
    expect(said).toMatch(new RegExp(`^${name} is .*: it may be `, 'm'))
    expect(said).not.toContain('hidden')
  })

  it.each([
    { WEBHOOK_ALLOWED_HOSTS: 'Hooks.example.org, build_1, localhost,10.0.0.0/8,fd00::/8,::1' },
    { SMTP_URL: 'smtp://ada%40example.org:secret@mail.example.org:587' },
    {
      CI_ALLOWED_IMAGES: '*,registry.example.org:5000/team/**:v?,debian@sha256:*',
      CI_ALLOWED_PACKAGES: 'g++,lib*-dev',
    },
    { OIDC_ISSUER: 'https://login.example.org/o/code/', OIDC_CLIENT_ID: 'code', PASSWORD_LOGIN_ENABLED: 'false' },
    { OIDC_ISSUER: 'http://[::1]:8080/realms/staff', OIDC_CLIENT_ID: 'code' },
    // The usual time-out of a job is never above the longest.
    { CI_MAX_TIMEOUT_S: '600' },
    { PORT: '4001', SSH_PORT: '4001', SSH_ENABLED: 'false' },
    { PORT: '0', SSH_PORT: '0' },
  ])('take %j', (given) => {
    expect(refusalOf(given)).toBeNull()
  })

  it('refuse a secret.key that is damaged, and leave it alone', async () => {
    const place = await newPlace()
    const file = join(place.dataDir, 'secret.key')
    await writeFile(file, 'bm90IGEga2V5\n')
    const { code, stderr } = await run(['serve'], place.env)
    expect(code).toBe(1)
    expect(stderr).toContain(`${file} does not hold 32 bytes in base64: restore it from a backup`)
    expect(await readFile(file, 'utf8')).toBe('bm90IGEga2V5\n')
  })

  it('that lead to no git, or to an old one, end the start with a sentence', async () => {
    const programs = await newFolder()
    const dataDir = await newFolder()
    const start = () => run(['serve'], { PATH: programs, DATA_DIR: dataDir, PORT: '0', SSH_ENABLED: 'false' })
    expect(await start()).toMatchObject({ code: 1, stderr: 'stithy: git is not there: install it, and look at PATH\n' })
    await writeFile(join(programs, 'git'), '#!/bin/sh\necho git version 2.30.2\n')
    await chmod(join(programs, 'git'), 0o755)
    expect(await start()).toMatchObject({
      code: 1,
      stderr: 'stithy: git 2.30.2 is too old: Stithy needs 2.39 or newer\n',
    })
  })

  it('that are in quotes or between spaces are not taken as they are, and secrets are not repeated', async () => {
    const quoted = {
      BASE_URL: '"https://code.example.org"',
      DATA_DIR: "'/var/lib/stithy'",
      SMTP_URL: '"smtp://ada:hidden@mail.example.org"',
      METRICS_TOKEN: '"hidden"',
      CI_ENABLED: ' true',
      LOG_LEVEL: 'verbose',
    }
    const { code, stderr } = await run(['serve'], quoted)
    expect(code).toBe(2)
    const hinted = stderr.split('\n').filter((line) => line.endsWith(' (without quotes or spaces around it)'))
    expect(hinted.map((line) => line.split(' ')[0])).toEqual([
      'BASE_URL',
      'DATA_DIR',
      'SMTP_URL',
      'CI_ENABLED',
      'METRICS_TOKEN',
    ])
    expect(stderr).not.toContain('hidden')
  })

  it('of other programs are told of where ours is not set, by name alone', async () => {
    const place = await newPlace({ STITHY_CI_ENABLED: 'true', ROOT_URL: 'x', BASE_URL: 'http://localhost:1' })
    const env = { ...place.env, SMTP_HSOT: 'hidden', SMTP_PASSWORD: 'hidden', GITEA__server__DOMAIN: 'hidden' }
    const lines = [
      'WARNING: STITHY_CI_ENABLED is set, and is no setting: did you mean CI_ENABLED?',
      'WARNING: SMTP_HSOT is set, and is no setting: did you mean SMTP_URL?',
      'WARNING: SMTP_PASSWORD is set, and is no setting: did you mean SMTP_URL?',
      'WARNING: GITEA__server__DOMAIN is set, and is a setting of another forge: stithy serve --help lists those of Stithy',
    ]
    const serving = await serve({ ...place, env })
    expect(serving.stderr().split('\n').slice(0, -2)).toEqual(lines)
    await serving.stop()
    const { code, stderr } = await run(['doctor'], env)
    expect([code, stderr.trimEnd().split('\n')]).toEqual([0, lines])
  })

  it('that are misspelt are told of, and those of others are not', async () => {
    const place = await newPlace()
    const others = { CI_JOB_ID: '7', GIT_SSH: 'ssh', SSH_AGENT_PID: '1', LOGNAME: 'ada', HOSTNAME: 'here' }
    const serving = await serve({
      ...place,
      env: { ...place.env, ...others, TRUSTED_PROXY: '10.0.0.0/8', smpt_url: 'x' },
    })
    expect(serving.stderr().split('\n').slice(0, -2)).toEqual([
      'WARNING: TRUSTED_PROXY is set, and is no setting: did you mean TRUSTED_PROXIES?',
      'WARNING: smpt_url is set, and is no setting: did you mean SMTP_URL?',
    ])
    await serving.stop()
  })
})

describe('the secret key', () => {
  it('that is missing where somebody has an account is not made anew', async () => {
    const place = await newPlace()
    await succeed(['migrate'], place.env)
    await succeed(['admin', 'create-user', 'ada', 'ada@example.org', '--password', password], place.env)
    const file = join(place.dataDir, 'secret.key')
    const key = await readFile(file)
    await rm(file)
    for (const command of ['serve', 'doctor']) {
      const { code, stderr } = await run([command], place.env)
      expect([code, stderr]).toEqual([1, expect.stringContaining('secret.key')])
      expect(existsSync(file)).toBe(false)
    }
    await writeFile(file, key)
    expect((await run(['doctor'], place.env)).code).toBe(0)
  })

  it('is made once, for its owner alone, and what it signed holds after a restart', async () => {
    const place = await newPlace()
    const before = await serve(place)
    expect(before.stderr()).toBe(`Stithy is ready at http://localhost:${place.port}\n`)
    const file = join(place.dataDir, 'secret.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const key = await readFile(file, 'utf8')
    expect(Buffer.from(key, 'base64')).toHaveLength(32)

    const client = before.client()
    await client.post('auth/register', { username: 'ada', email: 'ada@example.org', password })
    const { access_token: access } = (await client.post('auth/login', { username: 'ada', password })).body
    const token = await newToken(client.as(access), ['repo:read'])
    await before.stop()

    const after = await serve(place)
    expect(await readFile(file, 'utf8')).toBe(key)
    expect((await after.client().as(access).get('user')).body).toMatchObject({ username: 'ada' })
    expect((await after.client().as(token).get('user')).body).toMatchObject({ username: 'ada' })
    await after.stop()
  })
})
