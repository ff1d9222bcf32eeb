// The settings of a repository, through their pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/core/roles.ts'
import { newPublicKey } from '../support/new-public-key.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bert: Person
let eve: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bert = await newPerson(stithy, 'bert')
  eve = await newPerson(stithy, 'eve')
})
afterAll(() => stithy.stop())

const { get, post } = pagesBelow('', () => stithy)
const repoOf = async (path: string) => (await stithy.client('B').as(ada.access).get(`repos/${path}`)).body

/** A repository of ada's in which bert has a role. */
async function shared(slug: string, role: Role, more: object = {}): Promise<string> {
  await newRepo(stithy, ada, slug, more)
  await grant(stithy, slug, bert, role)
  return `/ada/${slug}/settings`
}

describe('who may open the settings', () => {
  it.each(['', '/branches', '/branches/new', '/keys', '/attachments'])(
    'settings%s: maintainers, nobody below',
    async (tab) => {
      const slug = `gate${tab.replaceAll('/', '-')}`
      const path = await shared(slug, 'Developer', { is_public: true })
      expect((await get(ada, path + tab)).status).toBe(200)
      expect((await get(bert, path + tab)).status).toBe(403)
      expect((await get(eve, path + tab)).status).toBe(403)
      const stranger = await stithy.client().get(path + tab)
      expect(stranger.headers.get('location')).toContain('/login?redirect_to=')
    },
  )

  it('what is private is missing, with the same page as what is', async () => {
    const path = await shared('hidden', 'Maintainer')
    const [hidden, missing] = [await get(eve, path), await get(eve, '/ada/no-such/settings')]
    expect([hidden.status, missing.status]).toEqual([404, 404])
    expect((await get(bert, path)).status).toBe(200)
  })

  it('only who may sees the tab', async () => {
    const path = await shared('tabs', 'Maintainer', { is_public: true })
    const home = path.replace('/settings', '')
    expect((await get(bert, home)).text).toContain(`href="${path}"`)
    expect((await get(eve, home)).text).not.toContain(`href="${path}"`)
  })
})

describe('general', () => {
  it('renames, and the old address leads to the new', async () => {
    await newRepo(stithy, ada, 'before')
    const fields = { slug: 'after', description: 'Better now', default_branch: 'main' }
    const saved = await post(ada, '/ada/before/settings', fields)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/ada/after/settings'])
    expect(await repoOf('ada/after')).toMatchObject({ slug: 'after', description: 'Better now' })
    expect((await get(ada, '/ada/before/settings')).headers.get('location')).toBe('/ada/after/settings')
  })

  it('a name that is taken comes back with what was typed', async () => {
    await newRepo(stithy, ada, 'one')
    await newRepo(stithy, ada, 'two')
    const answer = await post(ada, '/ada/one/settings', { slug: 'two', description: 'typed', default_branch: 'main' })
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('ada/two exists already.')
    expect(answer.text).toContain('value="typed"')
  })

  it('who sees it is the owner’s to say', async () => {
    const path = await shared('seen', 'Maintainer')
    expect((await get(bert, path)).text).not.toContain('settings/visibility')
    expect((await post(bert, `${path}/visibility`, { visibility: 'public' })).status).toBe(403)
    expect((await post(ada, `${path}/visibility`, {})).status).toBe(422)
    expect((await repoOf('ada/seen')).is_public).toBe(false)
    expect((await post(ada, `${path}/visibility`, { visibility: 'public' })).status).toBe(303)
    expect((await repoOf('ada/seen')).is_public).toBe(true)
  })

  it('says how pull requests are merged, and their form begins with that', async () => {
    const path = await shared('merged', 'Developer', { auto_init: true })
    const api = stithy.client('B').as(ada.access)
    await commitTo(api, 'repos/ada/merged', ['topic', 'main'], { file: 'one' })
    const { number } = await openPull(api, 'repos/ada/merged', 'topic')
    const form = { default_merge_method: 'squash', delete_branch_on_merge: 'true' }
    const send = (person: Person, fields: Readonly<Record<string, string | string[]>>) =>
      stithy.client().send('POST', `${path}/merging`, { cookie: person.cookie, fields })
    expect((await send(bert, { ...form, merge_methods: 'squash' })).status).toBe(403)
    const none = await send(ada, form)
    expect([none.status, none.text.includes('Choose at least one.')]).toEqual([422, true])
    const saved = await send(ada, { ...form, merge_methods: ['squash', 'rebase'] })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}#merging`])
    const { text } = await get(ada, `/ada/merged/pulls/${number}`)
    const methods = [...text.matchAll(/name="merge_method" value="(\w+)"( checked)?/g)].map(([, name, on]) => [
      name,
      on,
    ])
    expect(methods).toEqual([
      ['squash', ' checked'],
      ['rebase', undefined],
    ])
    expect(text).toMatch(/name="delete_branch" value="true" checked/)
  })

  it('archives and brings back', async () => {
    await newRepo(stithy, ada, 'old')
    expect((await post(ada, '/ada/old/settings/archive')).status).toBe(303)
    expect((await get(ada, '/ada/old/settings')).text).toContain('Unarchive')
    expect((await post(ada, '/ada/old/settings/branches/new', { pattern: 'main' })).status).toBe(422)
    expect((await get(ada, '/ada/old/new/main')).status).toBe(403)
    expect((await post(ada, '/ada/old/settings/unarchive')).status).toBe(303)
    expect((await get(ada, '/ada/old/new/main')).status).toBe(200)
  })

  it('gives it away once its name is typed', async () => {
    const path = await shared('gift', 'Maintainer')
    const fields = { new_owner: '@bert', confirm: 'ada/gift' }
    expect((await get(bert, `${path}/transfer`)).status).toBe(403)
    expect((await post(bert, `${path}/transfer`, fields)).status).toBe(403)
    expect((await post(ada, `${path}/transfer`, { ...fields, confirm: 'gift' })).status).toBe(422)
    const unknown = await post(ada, `${path}/transfer`, { ...fields, new_owner: 'nobody-here' })
    expect([unknown.status, unknown.text.includes('There is no user or team with this name.')]).toEqual([422, true])
    expect((await post(ada, `${path}/transfer`, fields)).headers.get('location')).toBe('/bert/gift')
    expect((await get(ada, '/bert/gift/settings')).status).toBe(200)
    expect((await get(ada, '/bert/gift/settings/delete')).status).toBe(403)
  })

  it('names the owner once among the collaborators', async () => {
    const path = await shared('owned', 'Developer')
    const { text } = await get(ada, `${path}/collaborators`)
    const list = text.slice(text.indexOf('aria-label="People and teams"'), text.indexOf('Add a person or a team'))
    // The roles to choose from for the others do not count.
    expect(list.match(/(?<!<option[^>]*)>Owner</g)).toHaveLength(1)
  })

  it('deletes once its name is typed, and says what will be lost', async () => {
    const path = await shared('doomed', 'Maintainer')
    await stithy.client('B').as(ada.access).post('repos/ada/doomed/issues', { title: 'Left over' })
    expect((await get(ada, `${path}/delete`)).text).toContain('0 branches and 0 tags')
    expect((await get(ada, `${path}/delete`)).text).toContain('1 issue and 0 pull requests')
    expect((await get(ada, `${path}/delete`)).text).toContain('0 pipelines')
    expect((await post(bert, `${path}/delete`, { confirm: 'ada/doomed' })).status).toBe(403)
    expect((await post(ada, `${path}/delete`, { confirm: 'doomed' })).status).toBe(422)
    expect((await get(ada, '/ada/doomed')).status).toBe(200)
    expect((await post(ada, `${path}/delete`, { confirm: 'ada/doomed' })).status).toBe(303)
    expect((await get(ada, '/ada/doomed')).status).toBe(404)
  })
})

const protection = {
  pattern: 'release/*',
  push_role: 'Nobody',
  merge_role: 'Owner',
  allowed_pushers: 'ada, bert',
  allow_delete: 'true',
  required_approvals: '2',
  dismiss_stale_approvals: 'true',
  required_checks: 'test\r\nlint\r\n',
  require_resolved_conversations: 'true',
  require_up_to_date: 'true',
  require_code_owner_approval: 'true',
  require_last_push_approval: 'true',
}

describe('branch protections', () => {
  it('are made, changed and removed, with every field', async () => {
    await newRepo(stithy, ada, 'guarded')
    const list = '/ada/guarded/settings/branches'
    const rules = async () => (await stithy.client('B').as(ada.access).get('repos/ada/guarded/branch-protections')).body
    expect((await get(ada, list)).text).toContain('No branch is protected')
    expect((await post(ada, `${list}/new`, protection)).status).toBe(303)
    const [made] = (await rules()).items
    expect(made).toMatchObject({
      pattern: 'release/*',
      push_role: 'Nobody',
      merge_role: 'Owner',
      allowed_pushers: ['ada', 'bert'],
      allow_force_push: false,
      allow_delete: true,
      required_approvals: 2,
      dismiss_stale_approvals: true,
      required_checks: ['test', 'lint'],
      require_resolved_conversations: true,
      require_up_to_date: true,
      require_code_owner_approval: true,
      require_last_push_approval: true,
    })
    const shown = await get(ada, list)
    for (const rule of [
      'Conversations resolved',
      'Branch up to date',
      'Owners of changed files approve',
      'last push',
    ]) {
      expect(shown.text).toContain(rule)
    }
    const form = await get(ada, `${list}/${made.id}/edit`)
    expect(form.text).toContain('value="release/*"')
    for (const field of ['resolved_conversations', 'up_to_date', 'code_owner_approval', 'last_push_approval']) {
      expect(form.text).toMatch(new RegExp(`name="require_${field}"[^>]* checked`))
    }
    const { allow_delete: _unticked, require_up_to_date: _alsoUnticked, ...rest } = protection
    await post(ada, `${list}/${made.id}/edit`, { ...rest, pattern: 'main', allowed_pushers: '', required_checks: '' })
    const ticks = { require_up_to_date: false, require_resolved_conversations: true }
    const changed = { ...ticks, pattern: 'main', allow_delete: false, allowed_pushers: [], required_checks: [] }
    expect((await rules()).items).toMatchObject([changed])
    expect((await post(ada, `${list}/${made.id}/delete`)).status).toBe(303)
    expect((await rules()).total).toBe(0)
  })

  it('offer the checks that ran lately, and keep those that did not', async () => {
    const api = stithy.client('B').as(ada.access)
    const repo = await newRepo(stithy, ada, 'checked', { auto_init: true })
    const sha = await commitTo(api, repo, ['topic', 'main'], { 'a.txt': 'a' })
    await openPull(api, repo, 'topic')
    for (const context of ['lint', 'unit tests']) {
      expect((await api.post(`${repo}/commits/${sha}/statuses`, { state: 'success', context })).status).toBe(201)
    }
    const list = '/ada/checked/settings/branches'
    const fresh = (await get(ada, `${list}/new`)).text
    for (const name of ['lint', 'unit tests']) expect(fresh).toMatch(new RegExp(`name="check" value="${name}"/?>`))
    const fields = { ...protection, allowed_pushers: '', check: ['unit tests'], required_checks: 'later' }
    const refused = await post(ada, `${list}/new`, { ...fields, required_approvals: 'many' })
    expect([refused.status, /value="unit tests" checked/.test(refused.text)]).toEqual([422, true])
    expect((await post(ada, `${list}/new`, fields)).status).toBe(303)
    const [made] = (await api.get(`${repo}/branch-protections`)).body.items
    expect(made.required_checks).toEqual(['unit tests', 'later'])
    const form = (await get(ada, `${list}/${made.id}/edit`)).text
    expect(form).toMatch(/value="unit tests" checked/)
    expect(form).toMatch(/name="required_checks"[^>]*>later<\/textarea>/)
  })

  it('offer the names of branches and tags that are here, the default branch first', async () => {
    const api = stithy.client('B').as(ada.access)
    const repo = await newRepo(stithy, ada, 'named', { auto_init: true })
    const sha = await commitTo(api, repo, ['a-topic', 'main'], { 'a.txt': 'a' })
    expect((await api.post(`${repo}/tags`, { name: 'v1.0', target: sha })).status).toBe(201)
    const offered = async (path: string) => {
      const [, list = ''] =
        /<datalist id="field-pattern-list">(.*?)<\/datalist>/s.exec((await get(ada, path)).text) ?? []
      return [...list.matchAll(/value="([^"]*)"/g)].map(([, name]) => name)
    }
    expect(await offered('/ada/named/settings/branches/new')).toEqual(['main', 'a-topic'])
    expect(await offered('/ada/named/settings/tags/new')).toEqual(['v1.0'])
  })

  it.each([
    ['pattern', 'a..b'],
    ['push_role', 'King'],
    ['merge_role', 'Nobody'],
    ['allowed_pushers', 'nobody-here'],
    ['required_approvals', '11'],
    ['required_approvals', 'x'],
  ])('a wrong %s comes back with what was typed: %s', async (field, value) => {
    const slug = `wrong-${field}-${value.replaceAll('.', '')}`
    await newRepo(stithy, ada, slug)
    const answer = await post(ada, `/ada/${slug}/settings/branches/new`, { ...protection, [field]: value })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(`href="#field-${field}"`)
    expect(answer.text).toMatch(/test\r?\nlint/)
  })

  it('everything that is wrong is told at once', async () => {
    await newRepo(stithy, ada, 'all-wrong')
    const wrong = { pattern: 'a..b', allowed_pushers: 'nobody-here', required_approvals: '11' }
    const answer = await post(ada, '/ada/all-wrong/settings/branches/new', { ...protection, ...wrong })
    expect(answer.status).toBe(422)
    for (const field of Object.keys(wrong)) expect(answer.text).toContain(`href="#field-${field}"`)
  })

  it('one of another repository is missing', async () => {
    await newRepo(stithy, ada, 'here')
    await newRepo(stithy, ada, 'there')
    const client = stithy.client('B').as(ada.access)
    const { id } = (await client.post('repos/ada/there/branch-protections', { pattern: 'main' })).body
    expect((await get(ada, `/ada/here/settings/branches/${id}/edit`)).status).toBe(404)
    expect((await post(ada, `/ada/here/settings/branches/${id}/delete`)).status).toBe(404)
  })
})

describe('tag protections', () => {
  it('are made, changed and removed', async () => {
    await newRepo(stithy, ada, 'tagged')
    const list = '/ada/tagged/settings/tags'
    const rules = async () => (await stithy.client('B').as(ada.access).get('repos/ada/tagged/tag-protections')).body
    expect((await get(ada, list)).text).toContain('No tag is protected')
    const typed = { pattern: 'v*', create_role: 'Owner', delete_role: 'Nobody' }
    expect((await post(ada, `${list}/new`, typed)).status).toBe(303)
    const [made] = (await rules()).items
    expect(made).toMatchObject(typed)
    expect((await get(ada, `${list}/${made.id}/edit`)).text).toContain('value="v*"')
    expect((await post(ada, `${list}/new`, typed)).status).toBe(409)
    await post(ada, `${list}/${made.id}/edit`, { ...typed, pattern: 'r/**', create_role: 'Developer' })
    expect((await rules()).items).toMatchObject([{ pattern: 'r/**', create_role: 'Developer', delete_role: 'Nobody' }])
    expect((await post(ada, `${list}/${made.id}/delete`)).status).toBe(303)
    expect((await rules()).total).toBe(0)
  })

  it.each([
    ['pattern', 'a..b'],
    ['create_role', 'King'],
    ['delete_role', 'Reader'],
  ])('a wrong %s comes back with what was typed: %s', async (field, value) => {
    await newRepo(stithy, ada, `wrong-tags-${field}`)
    const typed = { pattern: 'kept', create_role: 'Owner', delete_role: 'Owner', [field]: value }
    const answer = await post(ada, `/ada/wrong-tags-${field}/settings/tags/new`, typed)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(`href="#field-${field}"`)
    expect(answer.text).toContain(`value="${typed.pattern}"`)
  })
})

describe('deploy keys', () => {
  it('are added, for reading unless ticked, and removed', async () => {
    await newRepo(stithy, ada, 'keyed')
    const list = '/ada/keyed/settings/keys'
    const keys = async () => (await stithy.client('B').as(ada.access).get('repos/ada/keyed/keys')).body.items
    await post(ada, list, { title: 'reader', key: newPublicKey('r') })
    await post(ada, list, { title: 'pusher', key: newPublicKey('p'), write: 'true' })
    const [pusher, reader] = await keys()
    expect([pusher, reader]).toMatchObject([
      { title: 'pusher', read_only: false },
      { title: 'reader', read_only: true },
    ])
    const page = await get(ada, list)
    for (const text of [pusher.fingerprint, reader.fingerprint, 'Never used']) expect(page.text).toContain(text)
    const again = await post(ada, list, { title: 'twice', key: reader.key })
    expect([again.status, again.text.includes('value="twice"')]).toEqual([409, true])
    await post(ada, `${list}/${pusher.id}/delete`)
    expect(await keys()).toMatchObject([{ title: 'reader' }])
  })

  it.each(['/ada/keyed/settings/keys', '/settings/ssh-keys'])(
    'at %s, a private one that was pasted is refused and not shown again',
    async (list) => {
      const [secret, kind] = ['bm90IGEgcmVhbCBrZXk', 'OPENSSH PRIVATE KEY']
      const key = `-----BEGIN ${kind}-----\n${secret}\n-----END ${kind}-----`
      const refused = await post(ada, list, { title: 'a slip', key })
      expect([refused.status, refused.text.includes('value="a slip"')]).toEqual([422, true])
      expect(refused.text).toContain('is a private key')
      expect(refused.text).not.toContain(secret)
    },
  )
})

describe('attachments', () => {
  it('are all listed, with who added them and whether a text uses them, and deleted', async () => {
    const settings = await shared('filled', 'Reader')
    const api = stithy.client('B').as(bert.access)
    const add = (name: string) =>
      api.send('POST', `repos/ada/filled/attachments?name=${name}`, { raw: 'x'.repeat(2048) })
    const used = (await add('used.txt')).body
    const unused = (await add('unused.txt')).body
    await api.post('repos/ada/filled/issues', { title: 'See', body: used.markdown })
    const general = await get(ada, settings)
    expect(general.text).toContain('4.0 KiB, of which 4.0 KiB in releases and attachments')
    expect(general.text).toContain(`href="${settings}/attachments"`)
    const list = (await get(ada, `${settings}/attachments`)).text
    const rows = list.split('<li class="row">').slice(1)
    expect(rows).toHaveLength(2)
    for (const [at, text] of [
      [0, 'unused.txt'],
      [0, 'Not used'],
      [1, '>Used<'],
      [1, '2.0 KiB'],
      [1, 'href="/bert"'],
    ] as const) {
      expect(rows[at]).toContain(text)
    }
    expect((await post(bert, `${settings}/attachments/${unused.id}/delete`)).status).toBe(403)
    expect((await post(ada, `${settings}/attachments/${used.id}/delete`)).status).toBe(303)
    expect((await get(ada, `${settings}/attachments`)).text).not.toContain(
      'used.txt</a> <span class="badge badge-neutral"',
    )
    expect((await api.get(`repos/ada/filled/attachments/${used.id}`)).status).toBe(404)
  })
})

it('no form is taken from another site', async () => {
  await newRepo(stithy, ada, 'target')
  const headers = { origin: 'https://evil.example' }
  const fields = { confirm: 'ada/target' }
  const answer = await stithy
    .client()
    .send('POST', '/ada/target/settings/delete', { cookie: ada.cookie, fields, headers })
  expect(answer.status).toBe(403)
  expect((await get(ada, '/ada/target')).status).toBe(200)
})
