// Answers about repositories and what is in them.
import { expect } from 'vitest'
import { pushSomething } from './git.ts'
import { newPerson, newToken } from './people.ts'
import { commitTo } from './pulls.ts'
import { ed25519Key } from './ssh-public-keys.ts'
import { json, type Stories, type Walker } from './walk.ts'

export const repoStories: Stories = {
  imports: async ({ stithy, ada, form, ask }) => {
    const url = `${stithy.url}/ada/source-${form}`
    const params = { owner: 'ada', repo: `imported-${form}` }
    const at = '/repos/{owner}/{repo}/import'
    await ask(ada.access, 'POST /user/repos', json({ slug: `source-${form}`, is_public: true, auto_init: true }))
    await ask(ada.access, 'POST /user/repos', json({ slug: params.repo }))
    await ask(ada.access, 'POST /user/repos/import', json({ slug: 'never', url: 'http://10.0.0.1/' }))
    await ask(ada.access, `GET ${at}`, { params })
    const slug = `second-${form}`
    expect((await ask(ada.access, 'POST /user/repos/import', json({ slug, url }))).status).toBe(201)
    expect((await ask(ada.access, `POST ${at}`, { params, ...json({ url }) })).status).toBe(201)
    const state = async () => (await ask(ada.access, `GET ${at}`, { params })).body.state
    await expect.poll(state).toBe('done')
  },

  mirrors: async ({ stithy, ada, form, ask }) => {
    const url = `${stithy.url}/ada/followed-${form}`
    const params = { owner: 'ada', repo: `mirror-${form}` }
    const at = '/repos/{owner}/{repo}/mirror'
    await ask(ada.access, 'POST /user/repos', json({ slug: `followed-${form}`, is_public: true, auto_init: true }))
    await ask(ada.access, 'POST /user/repos', json({ slug: params.repo }))
    await ask(ada.access, `GET ${at}`, { params })
    await ask(ada.access, `PUT ${at}`, { params, ...json({ url: 'http://10.0.0.1/' }) })
    expect((await ask(ada.access, `PUT ${at}`, { params, ...json({ url, interval_minutes: 30 }) })).status).toBe(200)
    const isAlike = async () => {
      const { state, last_synced_at: synced } = (await ask(ada.access, `GET ${at}`, { params })).body
      return state === 'waiting' && synced !== null
    }
    await expect.poll(isAlike).toBe(true)
    expect((await ask(ada.access, `POST ${at}/sync`, { params })).status).toBe(200)
    await expect.poll(isAlike).toBe(true)
    expect((await ask(ada.access, `DELETE ${at}`, { params })).status).toBe(204)
    await ask(ada.access, `POST ${at}/sync`, { params })
  },

  'push mirrors': async ({ stithy, ada, form, ask }) => {
    const password = await newToken(stithy.client().as(ada.access), ['repo:write'])
    const body = { url: `${stithy.url}/ada/copied-${form}`, username: 'x', password }
    const params = { owner: 'ada', repo: `pushed-${form}` }
    const at = '/repos/{owner}/{repo}/push-mirror'
    await ask(ada.access, 'POST /user/repos', json({ slug: `copied-${form}` }))
    await ask(ada.access, 'POST /user/repos', json({ slug: params.repo, auto_init: true }))
    await ask(ada.access, `GET ${at}`, { params })
    await ask(ada.access, `PUT ${at}`, { params, ...json({ url: 'http://10.0.0.1/' }) })
    expect((await ask(ada.access, `PUT ${at}`, { params, ...json(body) })).status).toBe(200)
    const state = async () => (await ask(ada.access, `GET ${at}`, { params })).body.state
    await expect.poll(state).toBe('current')
    expect((await ask(ada.access, `POST ${at}/sync`, { params })).status).toBe(200)
    await expect.poll(state).toBe('current')
    expect((await ask(ada.access, `DELETE ${at}`, { params })).status).toBe(204)
    await ask(ada.access, `POST ${at}/sync`, { params })
  },

  repositories: async (walker) => {
    const { stithy, ada, form, ask } = walker
    const slug = `Repo-${form}`
    const params = { owner: 'ada', repo: slug }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(ada.access, 'POST /user/repos', json({ slug, is_public: true }))
    await ask(ada.access, 'POST /user/repos', json({ slug }))
    await ask(ada.access, 'POST /user/repos', json({ slug: '../x' }))
    await ask(undefined, 'GET /repos/{owner}/{repo}/commits', { params })
    await pushSomething(stithy, token, `ada/${slug}`)
    await ask(token, 'GET /repos/{owner}/{repo}', { params })
    await ask(undefined, 'GET /repos/{owner}/{repo}', { params: { ...params, repo: 'none' } })
    for (const list of ['branches', 'tags', 'commits'] as const) {
      const answer = await ask(token, `GET /repos/{owner}/{repo}/${list}`, { params })
      expect(answer.headers.get('x-total-count'), list).not.toBe('0')
    }
    await ask(token, 'GET /repos/{owner}/{repo}/commits', { params, query: 'ref=none' })
    await ask(token, 'GET /repos/{owner}/{repo}/commits', { params, query: 'since=never' })
    for (const what of ['contents', 'languages', 'files'] as const) {
      expect((await ask(token, `GET /repos/{owner}/{repo}/${what}`, { params })).status, what).toBe(200)
    }
    const file = { ...params, path: 'src/a.ts' }
    for (const what of ['contents', 'blame'] as const) {
      expect((await ask(token, `GET /repos/{owner}/{repo}/${what}/{path}`, { params: file })).status, what).toBe(200)
      await ask(token, `GET /repos/{owner}/{repo}/${what}/{path}`, { params: { ...params, path: 'none' } })
    }
    const raw = { ...params, file: 'main/src/a.ts' }
    expect((await ask(token, 'GET /repos/{owner}/{repo}/raw/{file}', { params: raw })).text).toContain('export')
    const zip = { ...params, file: 'main.zip' }
    expect((await ask(token, 'GET /repos/{owner}/{repo}/archive/{file}', { params: zip })).status).toBe(200)
    expect((await ask(token, 'GET /repos/{owner}/{repo}/readme', { params })).status).toBe(200)
    await ask(token, 'GET /repos/{owner}/{repo}/readme', { params, query: 'path=src' })
    const one = { ...params, sha: 'main' }
    expect((await ask(token, 'GET /repos/{owner}/{repo}/commits/{sha}', { params: one })).status).toBe(200)
    expect((await ask(token, 'GET /repos/{owner}/{repo}/commits/{sha}/diff', { params: one })).status).toBe(200)
    for (const range of ['light...main', 'main', 'none...main']) {
      await ask(token, 'GET /repos/{owner}/{repo}/compare/{range}', { params: { ...params, range } })
    }
    expect(
      (await ask(token, 'POST /repos/{owner}/{repo}/forks', { params, ...json({ slug: `Fork-${form}` }) })).status,
    ).toBe(201)
    await ask(token, 'POST /repos/{owner}/{repo}/forks', { params, ...json({ slug: `Fork-${form}` }) })
    await ask(token, 'GET /repos/{owner}/{repo}/forks', { params })
    await ask(token, 'POST /repos/{owner}/{repo}/transfer', { params, ...json({ new_owner: 'nobody-here' }) })
    const gift = { owner: 'ada', repo: `Fork-${form}` }
    for (const fork of [gift, params])
      await ask(token, 'POST /repos/{owner}/{repo}/sync', { params: fork, ...json({}) })
    const heir = await newPerson(stithy, `heir-${form}`)
    const given = json({ new_owner: heir.username })
    expect((await ask(token, 'POST /repos/{owner}/{repo}/transfer', { params: gift, ...given })).status).toBe(200)
    await ask(token, 'PUT /repos/{owner}/{repo}/star', { params })
    await ask(token, 'GET /repos/{owner}/{repo}/star', { params })
    await ask(token, 'GET /user/starred', {})
    await ask(token, 'DELETE /repos/{owner}/{repo}/star', { params })
    await ask(token, 'GET /repos/{owner}/{repo}/star', { params })
    await ask(ada.access, 'GET /user/repos')
    await ask(undefined, 'GET /users/{username}/repos', { params: { username: 'ada' } })
    await ask(undefined, 'GET /repos', { query: 'q=repo' })
    const key = ed25519Key()
    const added = await ask(ada.access, 'POST /repos/{owner}/{repo}/keys', { params, ...json({ key }) })
    await ask(token, 'POST /repos/{owner}/{repo}/keys', { params, ...json({ key }) })
    await ask(ada.access, 'POST /repos/{owner}/{repo}/keys', { params })
    await ask(undefined, 'GET /repos/{owner}/{repo}/keys', { params })
    await ask(token, 'GET /repos/{owner}/{repo}/keys', { params })
    const kept = { ...params, id: String(added.body.id) }
    await ask(token, 'GET /repos/{owner}/{repo}/keys/{id}', { params: kept })
    await ask(ada.access, 'DELETE /repos/{owner}/{repo}/keys/{id}', { params: kept })
    await ask(ada.access, 'GET /repos/{owner}/{repo}/keys/{id}', { params: kept })
    await ask(ada.access, 'PATCH /repos/{owner}/{repo}', { params, body: '{"description":"of some use"}' })
    await ask(ada.access, 'PATCH /repos/{owner}/{repo}', { params, body: '{"default_branch":"none"}' })
    await writeEverything(walker, params, token)
    await ask(undefined, 'DELETE /repos/{owner}/{repo}', { params })
    await ask(ada.access, 'DELETE /repos/{owner}/{repo}', { params })
  },

  'releases and their files': async ({ stithy, ada, form, ask }) => {
    const slug = `Released-${form}`
    const params = { owner: 'ada', repo: slug }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true }))
    await pushSomething(stithy, token, `ada/${slug}`)
    const releases = '/repos/{owner}/{repo}/releases'
    await ask(token, `POST ${releases}`, { params, body: '{"tag_name":"none"}' })
    await ask(token, `POST ${releases}/generate-notes`, { params, body: '{"tag_name":"heavy"}' })
    await ask(ada.access, `POST ${releases}/generate-notes`, { params, body: '{"tag_name":"heavy"}' })
    const made = await ask(token, `POST ${releases}`, { params, body: '{"tag_name":"heavy"}' })
    await ask(token, `POST ${releases}`, { params, body: '{"tag_name":"heavy"}' })
    const id = String(made.body.id)
    const upload = `POST ${releases}/{id}/assets`
    const added = await ask(token, upload, { params: { ...params, id }, query: 'name=x', body: 'bytes' })
    await ask(token, upload, { params: { ...params, id }, query: 'name=x', body: 'bytes' })
    await ask(token, upload, { params: { ...params, id }, query: 'name=..', body: 'bytes' })
    await ask(undefined, upload, { params: { ...params, id }, query: 'name=y', body: 'bytes' })
    await ask(undefined, `GET ${releases}`, { params })
    await ask(undefined, `GET ${releases}/latest`, { params })
    await ask(undefined, `GET ${releases}/tags/{tag}`, { params: { ...params, tag: 'heavy' } })
    await ask(undefined, `GET ${releases}/tags/{tag}`, { params: { ...params, tag: 'none' } })
    await ask(undefined, `GET ${releases}/{id}`, { params: { ...params, id } })
    await ask(token, `PATCH ${releases}/{id}`, { params: { ...params, id }, body: '{"prerelease":true}' })
    const asset = { ...params, id, asset: String(added.body.id) }
    await ask(undefined, `GET ${releases}/{id}/assets`, { params: { ...params, id } })
    await ask(undefined, `GET ${releases}/{id}/assets/{asset}`, { params: asset })
    await ask(undefined, `DELETE ${releases}/{id}/assets/{asset}`, { params: asset })
    await ask(token, `DELETE ${releases}/{id}/assets/{asset}`, { params: asset })
    await ask(token, `GET ${releases}/{id}/assets/{asset}`, { params: asset })
    await ask(token, `DELETE ${releases}/{id}`, { params: { ...params, id } })
    await ask(token, `DELETE ${releases}/{id}`, { params: { ...params, id } })
  },

  'commits that are brought elsewhere, or taken back': async ({ stithy, ada, form, ask }) => {
    const slug = `Carried-${form}`
    const params = { owner: 'ada', repo: slug, sha: 'main' }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true, auto_init: true }))
    const client = stithy.client().as(token)
    await client.post(`repos/ada/${slug}/branches`, { name: 'stable', ref: 'main' })
    await commitTo(client, `repos/ada/${slug}`, 'main', { 'a.txt': 'one\n' })
    for (const way of ['cherry-pick', 'revert'] as const) {
      const path = `POST /repos/{owner}/{repo}/commits/{sha}/${way}` as const
      await ask(token, path, { params, ...json({ branch: 'stable' }) })
      await ask(token, path, { params, ...json({ new_branch: `by-${way}`, message: 'x' }) })
      await ask(token, path, { params: { ...params, sha: 'none' }, ...json({}) })
      await ask(undefined, path, { params, ...json({}) })
    }
  },

  'commit statuses': async ({ stithy, ada, form, ask }) => {
    const slug = `Checked-${form}`
    const params = { owner: 'ada', repo: slug, sha: 'main' }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true }))
    await pushSomething(stithy, token, `ada/${slug}`)
    const statuses = '/repos/{owner}/{repo}/commits/{sha}/statuses'
    await ask(token, `POST ${statuses}`, { params, body: '{"state":"success","target_url":"https://ci.example"}' })
    await ask(token, `POST ${statuses}`, { params, body: '{"state":"fine"}' })
    await ask(token, `POST ${statuses}`, { params: { ...params, sha: 'none' }, body: '{"state":"success"}' })
    await ask(undefined, `GET ${statuses}`, { params })
    await ask(undefined, 'GET /repos/{owner}/{repo}/commits/{sha}/status', { params })
  },
}

/** Branches, tags, protections and files of a repository that has a history. */
async function writeEverything({ ask }: Walker, repo: Readonly<Record<string, string>>, token: string): Promise<void> {
  const at = '/repos/{owner}/{repo}' as const
  for (const list of ['branches', 'tags'] as const) {
    const params = { ...repo, name: 'new/one' }
    await ask(token, `POST ${at}/${list}`, { params: repo, body: '{"name":"new/one","message":"Weighed"}' })
    await ask(token, `POST ${at}/${list}`, { params: repo, body: '{"name":"new/one"}' })
    await ask(token, `POST ${at}/${list}`, { params: repo, body: '{"name":"-x"}' })
    await ask(undefined, `GET ${at}/${list}/{name}`, { params })
    await ask(undefined, `GET ${at}/${list}/{name}`, { params: repo })
    await ask(token, `DELETE ${at}/${list}/{name}`, { params })
    await ask(token, `DELETE ${at}/${list}/{name}`, { params })
  }
  const files = { ...repo, path: 'docs/a.md' }
  const made = await ask(token, `PUT ${at}/contents/{path}`, { params: files, body: '{"content":"YQ=="}' })
  const sha = JSON.stringify(made.body.content.sha)
  await ask(token, `PUT ${at}/contents/{path}`, { params: files, body: '{"content":"YQ=="}' })
  await ask(token, `PUT ${at}/contents/{path}`, { params: files, body: `{"content":"YQ==","sha":${sha}}` })
  await ask(token, `PUT ${at}/contents/{path}`, { params: { ...repo, path: '.git/x' }, body: '{"content":""}' })
  await ask(token, `DELETE ${at}/contents/{path}`, { params: files, body: `{"sha":${sha}}` })
  await ask(token, `DELETE ${at}/contents/{path}`, { params: files, body: `{"sha":${sha}}` })
  const operations = [{ action: 'create', path: 'b', content: '' }]
  await ask(token, `POST ${at}/contents`, { params: repo, ...json({ operations }) })
  await ask(token, `POST ${at}/contents`, { params: repo, ...json({ operations }) })
  const rule = await ask(token, `POST ${at}/branch-protections`, { params: repo, ...json({ pattern: 'main' }) })
  const one = { ...repo, id: String(rule.body.id) }
  await ask(token, `POST ${at}/branch-protections`, { params: repo, ...json({ pattern: 'main' }) })
  await ask(token, `GET ${at}/branch-protections`, { params: repo })
  await ask(token, `GET ${at}/branch-protections/{id}`, { params: one })
  await ask(token, `PATCH ${at}/branch-protections/{id}`, { params: one, body: '{"required_approvals":1}' })
  await ask(token, `PATCH ${at}/branch-protections/{id}`, { params: one, body: '{"required_approvals":11}' })
  await ask(token, `DELETE ${at}/branch-protections/{id}`, { params: one })
  await ask(token, `DELETE ${at}/branch-protections/{id}`, { params: one })
  await ask(token, `GET ${at}/merge-settings`, { params: repo })
  await ask(token, `PATCH ${at}/merge-settings`, { params: repo, body: '{"merge_methods":["squash"]}' })
  await ask(token, `PATCH ${at}/merge-settings`, { params: repo, body: '{"merge_methods":[]}' })
  const tagRule = await ask(token, `POST ${at}/tag-protections`, { params: repo, ...json({ pattern: 'v*' }) })
  const its = { ...repo, id: String(tagRule.body.id) }
  await ask(token, `POST ${at}/tag-protections`, { params: repo, ...json({ pattern: 'v*' }) })
  await ask(token, `GET ${at}/tag-protections`, { params: repo })
  await ask(token, `GET ${at}/tag-protections/{id}`, { params: its })
  await ask(token, `PATCH ${at}/tag-protections/{id}`, { params: its, body: '{"create_role":"Nobody"}' })
  await ask(token, `PATCH ${at}/tag-protections/{id}`, { params: its, body: '{"create_role":"King"}' })
  await ask(token, `DELETE ${at}/tag-protections/{id}`, { params: its })
  await ask(token, `DELETE ${at}/tag-protections/{id}`, { params: its })
}
