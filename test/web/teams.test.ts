// Teams and collaborators on our pages, by the forms that a browser sends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, type Person } from '../support/people.ts'
import { quickPerson } from '../support/quick-people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let root: Person
let ada: Person
let bob: Person
let eve: Person

beforeAll(async () => {
  stithy = await startStithy()
  root = await newPerson(stithy, 'root-of-all')
  ada = await quickPerson(stithy, 'ada')
  bob = await quickPerson(stithy, 'bob')
  eve = await quickPerson(stithy, 'eve')
})
afterAll(() => stithy.stop())

const { get, post } = pagesBelow('', () => stithy)

/** Where a form leads, and what the page there says at its head. */
async function follow(person: Person, answer: Answer): Promise<{ to: string; text: string }> {
  expect(answer.status, answer.text).toBe(303)
  const to = answer.headers.get('location') ?? ''
  const flash = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0])
  const page = await stithy.client().get(to, { cookie: [person.cookie, ...flash].join('; ') })
  return { to, text: page.text }
}

describe('a team', () => {
  it('is made, filled, changed and left by forms', async () => {
    const made = await post(ada, '/teams/new', { slug: 'smiths', name: '', description: 'They <strike>' })
    expect((await follow(ada, made)).to).toBe('/teams/smiths/members')
    expect((await get(ada, '/teams/smiths')).text).toContain('They &lt;strike>')
    expect((await get(ada, '/teams/smiths')).text).toContain('<title>smiths · Stithy</title>')
    expect((await get(ada, '/teams/smiths/members')).text).toContain('<title>Members · smiths · Stithy</title>')
    expect((await get(ada, '/teams/smiths')).text).toContain('href="/new/import?owner=smiths"')
    expect((await get(ada, '/smiths')).text).toContain('href="/new?owner=smiths"')
    const added = await follow(ada, await post(ada, '/teams/smiths/members', { name: 'bob', role: 'Maintainer' }))
    expect(added.text).toContain('bob is Maintainer in the team.')
    const again = await post(ada, '/teams/smiths/members', { name: ' @bob ', role: 'Maintainer' })
    expect((await follow(ada, again)).text).toContain('bob is Maintainer in the team.')
    const [inside, outside] = [await get(bob, '/smiths'), await get(eve, '/smiths')]
    for (const way of ['href="/teams/smiths"', 'href="/teams/smiths/members"', 'href="/ada"']) {
      expect([inside.text.includes(way), outside.text.includes(way)], way).toEqual([true, false])
    }
    expect((await get(bob, '/teams/smiths')).text).toContain('href="/smiths"')
    const nobody = await post(ada, '/teams/smiths/members', { name: 'nobody-here', role: 'Reader' })
    expect([nobody.status, nobody.text.includes('There is no user or team with this name.')]).toEqual([422, true])
    expect((await post(ada, '/teams/smiths/members', { name: 'eve', role: 'King' })).status).toBe(422)
    expect((await post(bob, '/teams/smiths/members', { name: 'eve', role: 'Owner' })).status).toBe(403)
    expect((await post(bob, '/teams/smiths/members/ada/role', { role: 'Reader' })).status).toBe(403)
    const odd = await follow(ada, await post(ada, '/teams/smiths/members/bob/role', { role: 'King' }))
    expect(odd.text).toContain('must be one of Reader')
    const last = await follow(ada, await post(ada, '/teams/smiths/members/ada/remove'))
    expect(last.text).toContain('A team needs at least one owner')
    const renamed = await post(ada, '/teams/smiths/settings', { slug: 'forgers', name: 'smiths', description: '' })
    expect((await follow(ada, renamed)).to).toBe('/teams/forgers/settings')
    for (const [from, to] of [
      ['/teams/smiths/members', '/teams/forgers/members'],
      ['/teams/SMITHS', '/teams/forgers'],
      ['/smiths', '/forgers'],
    ] as const) {
      const moved = await get(ada, from)
      expect([moved.status, moved.headers.get('location')]).toEqual([302, to])
    }
    expect((await follow(bob, await post(bob, '/teams/forgers/members/bob/remove'))).to).toBe('/teams')
    expect((await get(bob, '/teams/forgers')).status).toBe(404)
  })

  it('stands on the pages of its members, for those whom it shows them to', async () => {
    const client = stithy.client().as(ada.access)
    await client.post('teams', { slug: 'wardens' })
    await client.send('PUT', 'teams/wardens/members/bob', { body: { role: 'Reader' } })
    // That somebody sees what a team owns does not tell them who is in it.
    await client.post('teams/wardens/repos', { slug: 'keys', is_public: true })
    expect((await get(eve, '/wardens')).text).toContain('href="/wardens/keys"')
    for (const [person, sees] of [
      [ada, true],
      [bob, true],
      [root, true],
      [eve, false],
      [null, false],
    ] as const) {
      expect((await get(person, '/ada')).text.includes('href="/wardens"'), person?.username).toBe(sees)
    }
    expect((await get(bob, '/eve')).text).not.toContain('href="/wardens"')
  })

  it('is found by a search of those who may know of it', async () => {
    const found = async (person: Person | null): Promise<boolean> =>
      (await stithy.client().get('/search?q=FORGE', person === null ? {} : { cookie: person.cookie })).text.includes(
        'href="/forgers"',
      )
    expect([await found(ada), await found(eve), await found(null)]).toEqual([true, false, false])
    const made = await stithy
      .client('B')
      .as(ada.access)
      .post('user/repos', { slug: 'shown', owner: 'forgers', is_public: true })
    expect([made.status, made.body.owner]).toEqual([201, 'forgers'])
    expect([await found(ada), await found(eve), await found(null)]).toEqual([true, true, true])
    // Without a word to search for, everything is shown that somebody may see.
    expect((await stithy.client().get('/search')).text).toContain('href="/forgers/shown"')
    const stolen = await stithy.client('B').as(eve.access).post('user/repos', { slug: 'stolen', owner: 'forgers' })
    expect(stolen.status).toBe(403)
    const nobody = await stithy.client('B').as(eve.access).post('user/repos', { slug: 'stolen', owner: 'ada' })
    expect(nobody.status).toBe(400)
    await post(ada, '/forgers/shown/settings/transfer', { new_owner: 'ada', confirm: 'forgers/shown' })
  })

  it('owns what is made or forked under its name', async () => {
    expect((await get(ada, '/new?owner=forgers')).text).toMatch(
      /<option selected[^>]*value="forgers"|value="forgers" selected/,
    )
    const made = await post(ada, '/new', { owner: 'forgers', slug: 'tongs', visibility: 'public' })
    expect(made.headers.get('location')).toBe('/forgers/tongs')
    expect((await post(bob, '/new', { owner: 'forgers', slug: 'stolen' })).status).toBe(403)
    await newRepo(stithy, bob, 'file', { is_public: true, auto_init: true })
    const forked = await post(ada, '/bob/file/fork', { owner: 'forgers', slug: 'file' })
    expect(forked.headers.get('location')).toBe('/forgers/file')
    expect((await stithy.client().get('/forgers')).text).toContain('tongs')
    expect((await get(eve, '/teams/forgers')).text).not.toContain('/teams/forgers/members')
    expect((await get(eve, '/teams/forgers/members')).status).toBe(403)
    expect((await get(eve, '/teams/forgers/settings')).status).toBe(403)
    expect((await get(eve, '/teams/forgers/settings/delete')).status).toBe(403)
  })

  it('is deleted once its name is typed and it owns nothing', async () => {
    expect((await post(ada, '/teams/forgers/settings/delete', { confirm: 'smiths' })).status).toBe(422)
    const full = await post(ada, '/teams/forgers/settings/delete', { confirm: 'forgers' })
    expect([full.status, full.text.includes('owns 2 repositories')]).toEqual([409, true])
    for (const repo of ['tongs', 'file']) {
      await post(ada, `/forgers/${repo}/settings/transfer`, { new_owner: 'ada', confirm: `forgers/${repo}` })
    }
    const gone = await post(ada, '/teams/forgers/settings/delete', { confirm: 'forgers' })
    expect((await follow(ada, gone)).text).toContain('The team forgers was deleted.')
  })
})

describe('the collaborators of a repository', () => {
  const at = '/bob/lathe/settings/collaborators'

  beforeAll(async () => {
    await newRepo(stithy, bob, 'lathe')
    await post(bob, '/teams/new', { slug: 'turners', name: 'The turners' })
  })

  it('are added, changed and removed by forms', async () => {
    for (const name of ['eve', 'turners']) {
      expect((await follow(bob, await post(bob, at, { name: `@${name}`, role: 'Maintainer' }))).text).toContain(
        `${name} is Maintainer here.`,
      )
    }
    expect((await post(eve, at, { name: 'ada', role: 'Owner' })).status).toBe(403)
    expect((await post(eve, at, { name: 'nobody-here', role: 'Reader' })).status).toBe(422)
    expect((await post(eve, `${at}/bob/remove`)).status).toBe(403)
    expect((await follow(bob, await post(bob, `${at}/bob/remove`))).text).toContain('The last owner has to stay')
    await follow(eve, await post(eve, `${at}/turners/role`, { role: 'Reader' }))
    const given = await follow(bob, await post(bob, '/teams/turners/repos/bob/lathe/remove'))
    expect([given.to, given.text.includes('is no longer shared with the team')]).toEqual(['/teams/turners', true])
    expect((await follow(eve, await post(eve, `${at}/eve/remove`))).to).toBe('/dashboard')
    expect((await get(eve, at)).status).toBe(404)
  })

  it('who cannot sign in are marked as such', async () => {
    const gone = await quickPerson(stithy, 'gone')
    await post(bob, at, { name: 'gone', role: 'Reader' })
    expect((await get(bob, at)).text).not.toContain('Disabled')
    await stithy
      .client()
      .as(root.access)
      .send('PATCH', `admin/users/${gone.username}`, { body: { disabled: true } })
    expect((await get(bob, at)).text).toContain('Disabled')
    await post(bob, `${at}/gone/remove`)
    expect((await get(bob, at)).text).not.toContain('Disabled')
  })

  it('explain themselves', async () => {
    await post(bob, at, { name: 'turners', role: 'Developer' })
    await post(bob, '/teams/turners/members', { name: 'eve', role: 'Reader' })
    const page = (await get(bob, `${at}?user=eve`)).text
    expect(page).toContain('which it is shared with')
    expect((await get(bob, `${at}?user=ada`)).text).toContain('has no access to this repository')
    expect((await get(bob, `${at}?user=%3Cb%3E`)).text).toContain('There is no user with this name.')
    expect((await get(eve, `${at}?user=bob`)).status).toBe(403)
  })
})
