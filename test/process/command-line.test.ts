import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { admin } from '../../src/commands/admin.ts'
import { migrateCommand } from '../../src/commands/migrate.ts'
import { UsageError } from '../../src/commands/usage-error.ts'
import { inTurns } from '../support/thorough.ts'
import { query } from './database.ts'
import { newFolder, newPlace, onPostgres, run, start, succeed } from './stithy-process.ts'

describe.runIf(!onPostgres)('the command line', () => {
  it('says what there is when it is given nothing or something unknown, and its version', async () => {
    const [nothing, unknown, inherited, flag, version] = await Promise.all([
      run([]),
      run(['frobnicate']),
      run(['constructor']),
      run(['serve', '--frobnicate']),
      run(['--version']),
    ])
    expect(nothing).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Stithy .*\n\n {2}stithy serve /),
    })
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toMatch(/^stithy: there is no command "frobnicate"\n\nStithy /)
    expect(inherited).toMatchObject({ code: 2, stderr: unknown.stderr.replace('frobnicate', 'constructor') })
    expect(flag).toMatchObject({ code: 2, stdout: '', stderr: 'stithy: there is no option --frobnicate\n' })
    expect(version).toMatchObject({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
  })

  // `serve` is asked for the settings that it lists.
  it.each(inTurns(['worker', 'migrate', 'backup', 'restore', 'doctor', 'admin', 'serve'], 3, 0))(
    'helps with %s, and does nothing else',
    async (name) => {
      const dataDir = join(await newFolder(), 'data')
      const { code, stdout, stderr } = await run([name, '--help'], { DATA_DIR: dataDir })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(new RegExp(`^stithy ${name}: `))
      expect(existsSync(dataDir)).toBe(false)
    },
  )

  it('reads of the program what it needs: who asks which version it is does not wait for a service', async () => {
    const fastest = async (args: readonly string[]): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round < 3; round++) {
        const began = performance.now()
        expect(await run(args)).toMatchObject({ code: 0 })
        times.push(performance.now() - began)
      }
      return Math.min(...times)
    }
    expect(await fastest(['--version'])).toBeLessThan((await fastest(['serve', '--help'])) * 0.7)
  })

  it('says in a sentence what is wrong with its words, and does nothing', async () => {
    const said = 'stithy: "now" is an extra argument\n'
    expect(await run(['doctor', 'now'])).toMatchObject({ code: 2, stdout: '', stderr: said })
  })

  // As the program calls them, without one for each.
  it.each([
    ['migrate', ['--force'], 'there is no option --force'],
    ['admin', ['create-user', 'ada', 'ada@example.org', '--password'], '--password needs a value: --password=…'],
    ['admin', ['delete', 'ada', '--yes=please'], '--yes takes no value'],
    ['admin', ['create-user', 'ada'], 'create-user needs an e-mail address'],
    ['admin', ['disable', 'ada', 'bert'], '"bert" is an extra argument'],
  ] as const)('says what is wrong: %s %j', async (name, args, said) => {
    await expect({ migrate: migrateCommand, admin }[name](args)).rejects.toThrow(new UsageError(said))
  })

  it.each([['doctor'], ['admin', 'disable', 'ada']])('makes nothing where there is nothing: %s', async (...args) => {
    const dataDir = join(await newFolder(), 'data')
    const said = `stithy: There is no Stithy in ${dataDir} (DATA_DIR)\n`
    expect(await run(args, { DATA_DIR: dataDir })).toMatchObject({ code: 1, stdout: '', stderr: said })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('has no worker beside SQLite', async () => {
    const { code, stderr } = await run(['worker'], (await newPlace()).env)
    expect(code).toBe(2)
    expect(stderr).toContain('worker needs PostgreSQL (DATABASE_URL)')
  })
})

describe.runIf(!onPostgres)('a command whose output nobody reads', () => {
  /** Ends with the code of the command, and shows what it says where somebody reads. */
  const deaf = (redirect: string) => {
    const script = `"$0" "$@" ${redirect} | true; exit "\${PIPESTATUS[0]}"`
    return ['bash', '-c', script, process.execPath, join(import.meta.dirname, '../../dist/main.js')]
  }

  it('ends as ever', async () => {
    const place = await newPlace()
    await succeed(['migrate'], place.env)
    await succeed(['admin', 'create-user', 'ada', 'ada@example.org'], place.env)
    for (const args of [['doctor'], ['serve', '--help'], ['admin', 'enable', 'ada']]) {
      expect(await start(args, place.env, deaf('')).exit, args.join(' ')).toMatchObject({ code: 0, stderr: '' })
    }
  })

  it('ends as ever when it has to complain', async () => {
    expect(await start(['frobnicate'], {}, deaf('2>&1')).exit).toMatchObject({ code: 2, stderr: '' })
  })
})

describe('the doctor', () => {
  it('sweeps empty directories of owners that do not exist, and names full ones', async () => {
    const place = await newPlace()
    await succeed(['migrate'], place.env)
    const root = join(place.dataDir, 'repositories')
    for (const name of ['empty', 'full', 'new']) await mkdir(join(root, name))
    await writeFile(join(root, 'full', 'something'), '')
    for (const name of ['empty', 'full']) await utimes(join(root, name), 1, 1)
    const { stdout } = await succeed(['doctor'], place.env)
    expect(stdout).toContain('removed, they were empty: empty\n')
    expect(stdout).toContain('left alone, not empty: full\n')
    expect((await readdir(root)).toSorted()).toEqual(['full', 'new'])
  })

  it('finds what was changed in the audit log behind our back, and where', async () => {
    const place = await newPlace()
    expect(await run(['migrate'], place.env)).toMatchObject({ code: 0, stdout: 'The database is up to date\n' })
    for (const name of ['ada', 'grace']) {
      await succeed(['admin', 'create-user', name, `${name}@example.org`, '--admin'], place.env)
    }
    const verdict = async () => {
      const { code, stdout } = await run(['doctor'], place.env)
      return [code, stdout.split('\n')[0]]
    }
    expect(await verdict()).toEqual([0, 'audit log: whole, 4 entries'])
    await query(place, 'delete from audit where id = 4')
    expect(await verdict()).toEqual([1, 'audit log: BROKEN, the log ends after 3 of 4 entries'])
    await query(place, "update audit set actor_ip = '192.0.2.1' where id = 2")
    expect(await verdict()).toEqual([1, 'audit log: BROKEN, entry 2 does not follow from the one before'])
  })
})
