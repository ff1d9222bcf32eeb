import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { quickPerson } from '../support/quick-people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let client: Client

const script = '<script>alert(1)</script>'
const lock = JSON.stringify({
  packages: {
    '': { dependencies: { left: '1' } },
    'node_modules/left': { version: '1.0.0', license: script },
    [`node_modules/${script}`]: { version: '"><img src=x onerror=alert(1)>' },
    ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`node_modules/p${at}`, { version: '1.0.0' }])),
  },
})

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(ada.access)
  await newRepo(stithy, ada, 'kit')
  await commitTo(client, 'repos/ada/kit', 'main', {
    'package-lock.json': lock,
    [`odd/${script.slice(0, 8)}/go.mod`]: 'x',
  })
  await commitTo(client, 'repos/ada/kit', ['next', 'main'], { 'requirements.txt': 'added==1' })
})
afterAll(() => stithy.stop())

function page(path: string, who: Person | null = ada) {
  return stithy.client().get(`/ada/kit${path}`, who === null ? {} : { cookie: who.cookie })
}

describe('the page of components', () => {
  it('shows names, versions and licences as what they are, never as markup', async () => {
    const { status, text } = await page('/sbom?q=script')
    expect(status).toBe(200)
    expect(text).toContain('&lt;script>alert(1)')
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img src=x')
  })

  it('pages and filters, and takes anything in its address', async () => {
    expect((await page('/sbom')).text).toContain('Page 1 of')
    expect((await page('/sbom?q=left&ecosystem=npm&scope=required')).text).toContain('left')
    expect((await page('/sbom?license=-&q=left')).text).toContain('No component matches')
    for (const odd of ['scope=x', 'page=999', 'ecosystem=__proto__', 'license=%00', `q=${'x'.repeat(3000)}`]) {
      expect([200, 302, 303]).toContain((await page(`/sbom?${odd}`)).status)
    }
    expect((await page('/sbom?ref=nowhere')).status).toBe(404)
    expect((await page('/sbom?base=main&head=nowhere')).status).toBe(404)
  })

  it('gives the document to keep, and to nobody who may not read the repository', async () => {
    const file = await page('/sbom/sbom.cdx.json?ref=main')
    expect(file.headers.get('content-type')).toBe('application/vnd.cyclonedx+json')
    expect(JSON.parse(file.text).specVersion).toBe('1.6')
    const eve = await quickPerson(stithy, 'eve')
    for (const path of ['/sbom', '/sbom/sbom.cdx.json', '/sbom?base=main&head=next']) {
      expect((await page(path, null)).status).toBe(404)
      expect((await page(path, eve)).status).toBe(404)
    }
  })
})

describe('a pull request', () => {
  it('leads to what it changes, of a branch and of a fork', async () => {
    const { number } = await openPull(client, 'repos/ada/kit', 'next')
    const { text } = await page(`/pulls/${number}`)
    const href = /href="(\/ada\/kit\/sbom\?base=main[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    const changes = await stithy.client().get(href ?? '', { cookie: ada.cookie })
    expect(changes.text).toContain('1 added, 0 removed, 0 changed')
    const bob = await quickPerson(stithy, 'bob')
    await grant(stithy, 'kit', bob, 'Reader')
    const asBob = stithy.client('B').as(bob.access)
    expect((await asBob.post('repos/ada/kit/forks', {})).status).toBe(201)
    const head = await commitTo(asBob, 'repos/bob/kit', ['mine', 'main'], { 'requirements.txt': 'mine==1\nours==2' })
    await openPull(asBob, 'repos/ada/kit', 'bob:mine')
    const ofFork = await page(`/sbom?base=main&head=${head}`)
    expect(ofFork.text).toContain('2 added, 0 removed, 0 changed')
  })
})

describe('the settings of a repository', () => {
  it('turn scanning on and off, and say what fails a pipeline', async () => {
    const send = (fields: Record<string, string>) =>
      stithy.client().send('POST', '/ada/kit/settings/sbom', { cookie: ada.cookie, fields })
    expect((await send({ sbom_enabled: 'on', sbom_block_on_violation: 'true' })).status).toBe(303)
    expect((await client.get('repos/ada/kit')).body).toMatchObject({
      sbom_enabled: true,
      sbom_block_on_violation: true,
    })
    expect((await send({ sbom_enabled: 'default' })).status).toBe(303)
    expect((await client.get('repos/ada/kit')).body).toMatchObject({
      sbom_enabled: false,
      sbom_block_on_violation: false,
    })
    expect((await send({ sbom_enabled: 'perhaps' })).status).toBe(422)
  })
})
