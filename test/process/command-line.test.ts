import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { query } from './database.ts'
import { newPlace, onPostgres, run, succeed } from './stithy-process.ts'

describe.runIf(!onPostgres)('the command line', () => {
  it('says what there is when it is given nothing or something unknown, and its version', async () => {
    const [nothing, unknown, flag, version] = await Promise.all([
      run([]),
      run(['frobnicate']),
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
    expect(flag).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^stithy: .*--frobnicate/) })
    expect(version).toMatchObject({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
  })

  it('has no worker beside SQLite', async () => {
    const { code, stderr } = await run(['worker'], (await newPlace()).env)
    expect(code).toBe(2)
    expect(stderr).toContain('worker needs PostgreSQL (DATABASE_URL)')
  })
})

describe('the doctor', () => {
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
