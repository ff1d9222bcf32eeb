import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchesPattern } from '../../src/core/match-pattern.ts'
import { type Crew, type CrewRole, newCrew } from '../support/crew.ts'
import { expectFault } from '../support/faults.ts'
import { base64 } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let crew: Crew

beforeAll(async () => {
  stithy = await startStithy()
  crew = await newCrew(stithy)
})
afterAll(() => stithy.stop())

describe('a protected branch', () => {
  it('says so, also where it does not exist yet', async () => {
    const repo = await crew.newRepo('shown', { auto_init: true })
    await crew.client('Owner').post(`${repo}/branch-protections`, { pattern: 'release/*' })
    await crew.client('Owner').post(`${repo}/branches`, { name: 'release/1' })
    const list = await crew.client('Owner').get(`${repo}/branches`)
    const shown = list.body.items.map((item: { name: string; protected: boolean }) => [item.name, item.protected])
    expect(shown).toEqual([
      ['main', false],
      ['release/1', true],
    ])
    expect((await crew.client('Owner').get(`${repo}/branches/release/1`)).body.protected).toBe(true)
  })

  it('is written, made and deleted through the API only by those who may', async () => {
    const repo = await crew.newRepo('written', { auto_init: true })
    await crew.client('Owner').post(`${repo}/branch-protections`, { pattern: '**' })
    const path = `${repo}/contents/x`
    const content = base64('x')
    const refused = await crew.client('Developer').send('PUT', path, { body: { content } })
    expect(expectFault(refused, 'B', 'forbidden')).toBe('main is protected: pushing to it needs the role Maintainer')
    expect((await crew.client('Developer').post(`${repo}/branches`, { name: 'dev' })).status).toBe(403)
    expect((await crew.client('Maintainer').send('PUT', path, { body: { content } })).status).toBe(201)
    expect((await crew.client('Maintainer').post(`${repo}/branches`, { name: 'dev' })).status).toBe(201)
    const kept = await crew.client('Maintainer').send('DELETE', `${repo}/branches/dev`)
    expect(expectFault(kept, 'B', 'forbidden')).toBe('dev is protected and cannot be deleted')
    expect((await crew.client('Owner').send('DELETE', `${repo}/branches/dev`)).status).toBe(403)
    const sha = (await crew.client('Owner').get(`${repo}/commits`)).body.items[0].sha
    expect((await crew.client('Developer').post(`${repo}/tags`, { name: 'v1', sha })).status).toBe(201)
  })

  it('obeys the strictest of several patterns', async () => {
    const repo = await crew.newRepo('several', { auto_init: true })
    const post = (body: object) => crew.client('Owner').post(`${repo}/branch-protections`, body)
    await post({ pattern: 'm*', push_role: 'Developer', allow_delete: true })
    const write = (who: CrewRole, path: string) =>
      crew.client(who).send('PUT', `${repo}/contents/${path}`, { body: { content: '' } })
    expect((await write('Developer', 'a')).status).toBe(201)
    const { id } = (await post({ pattern: '**', push_role: 'Owner', allowed_pushers: ['developer'] })).body
    expect((await write('Developer', 'b')).status).toBe(201)
    expect((await write('Maintainer', 'c')).status).toBe(403)
    expect((await write('Owner', 'c')).status).toBe(201)
    await crew.client('Owner').send('PATCH', `${repo}/branch-protections/${id}`, {
      body: { push_role: 'Nobody', allowed_pushers: [] },
    })
    const nobody = await write('Owner', 'd')
    expect(expectFault(nobody, 'B', 'forbidden')).toBe('main is protected: changes come in by pull request')
    await crew.client('Owner').send('DELETE', `${repo}/branch-protections/${id}`)
    await crew.client('Owner').post(`${repo}/branches`, { name: 'mine' })
    expect((await crew.client('Developer').send('DELETE', `${repo}/branches/mine`)).status).toBe(204)
  })
})

describe('a pattern', () => {
  it.each([
    ['main', 'main', true],
    ['main', 'Main', false],
    ['main', 'main2', false],
    ['release/*', 'release/1.0', true],
    ['release/*', 'release/1/2', false],
    ['release/*', 'release/', true],
    ['release/**', 'release/1/2', true],
    ['release/**', 'release', false],
    ['*', 'main', true],
    ['*', 'a/b', false],
    ['**', 'a/b/c', true],
    ['**/x', 'x', true],
    ['**/x', 'a/b/x', true],
    ['**/x', 'ax', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/xb', false],
    ['v?.?', 'v1.2', true],
    ['v?.?', 'v1.22', false],
    ['a?b', 'a/b', false],
    ['?', '🐢', true],
    ['*-stable', 'v1-stable', true],
    ['a.c', 'abc', false],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b*', 'xxbxxaxx', false],
  ])('%s means %s: %s', (pattern, name, meant) => {
    expect(matchesPattern(pattern, name)).toBe(meant)
  })

  it('cannot make anybody wait', () => {
    const name = `${'a'.repeat(254)}b`
    const took = Array.from({ length: 3 }, () => {
      const began = performance.now()
      for (let count = 0; count < 100; count++) matchesPattern('**a'.repeat(10), name)
      return performance.now() - began
    })
    // The best of three: what it costs, not what else the machine was doing. Trying every way would take years.
    expect(Math.min(...took)).toBeLessThan(500)
  })
})
