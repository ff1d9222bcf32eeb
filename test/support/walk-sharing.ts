// Answers about who may use a repository, and who is told of it.
import { newPerson, newToken } from './people.ts'
import { commitTo } from './pulls.ts'
import { json, type Stories } from './walk.ts'

export const sharingStories: Stories = {
  'watching and muting': async ({ stithy, ada, form, ask }) => {
    const params = { owner: 'ada', repo: `watched-${form}` }
    await ask(ada.access, 'POST /user/repos', json({ slug: params.repo, auto_init: true }))
    await ask(ada.access, 'POST /repos/{owner}/{repo}/issues', { params, ...json({ title: 'x' }) })
    await commitTo(stithy.client('B').as(ada.access), `repos/ada/${params.repo}`, ['topic', 'main'], { x: 'x\n' })
    const pull = { title: 'x', source_branch: 'topic', target_branch: 'main' }
    await ask(ada.access, 'POST /repos/{owner}/{repo}/pulls', { params, ...json(pull) })
    for (const [path, number] of [
      ['', ''],
      ['/issues/{number}', '1'],
      ['/pulls/{number}', '2'],
    ] as const) {
      const at = `/repos/{owner}/{repo}${path}/subscription`
      const one = { params: { ...params, number } }
      await ask(ada.access, `PUT ${at}`, { ...one, ...json({}) })
      await ask(ada.access, `PUT ${at}`, { ...one, ...json({ subscribed: true, ignored: true }) })
      await ask(undefined, `GET ${at}`, one)
      await ask(ada.access, `GET ${at}`, one)
      await ask(ada.access, `DELETE ${at}`, one)
    }
  },

  'teams, collaborators and access': async ({ stithy, ada, form, ask }) => {
    const [slug, repo] = [`team-${form}`, `shared-${form}`]
    const params = { slug }
    const friend = { ...params, username: (await newPerson(stithy, `friend-${form}`)).username }
    await ask(ada.access, 'POST /user/repos', json({ slug: repo }))
    await ask(ada.access, 'POST /teams', json({ slug, name: 'The smiths' }))
    await ask(ada.access, 'POST /teams', json({ slug }))
    await ask(ada.access, 'POST /teams', json({ slug: '../x' }))
    await ask(ada.access, 'GET /teams')
    await ask(ada.access, 'GET /teams', { query: 'all=true' })
    await ask(ada.access, 'GET /teams/{slug}', { params })
    await ask(ada.access, 'GET /teams/{slug}')
    await ask(ada.access, 'PATCH /teams/{slug}', { params, ...json({ description: 'They strike' }) })
    await ask(ada.access, 'PUT /teams/{slug}/members/{username}', { params: friend, ...json({ role: 'Developer' }) })
    await ask(ada.access, 'PUT /teams/{slug}/members/{username}', { params: friend, ...json({ role: 'Reader' }) })
    await ask(ada.access, 'PUT /teams/{slug}/members/{username}', { params: friend, ...json({ role: 'King' }) })
    await ask(ada.access, 'GET /teams/{slug}/members', { params })
    await ask(ada.access, 'GET /teams/{slug}/members/{username}', { params: friend })
    const shared = { ...params, owner: 'ada', repo }
    await ask(ada.access, 'PUT /teams/{slug}/repos/{owner}/{repo}', { params: shared, ...json({ role: 'Reader' }) })
    await ask(ada.access, 'GET /teams/{slug}/repos', { params })
    await ask(ada.access, 'GET /teams/{slug}/repos/{owner}/{repo}', { params: shared })
    await ask(ada.access, 'DELETE /teams/{slug}/repos/{owner}/{repo}', { params: shared })
    await ask(ada.access, 'DELETE /teams/{slug}/repos/{owner}/{repo}', { params: shared })
    const at = '/repos/{owner}/{repo}'
    const one = { owner: 'ada', repo, username: friend.username }
    await ask(ada.access, `POST ${at}/collaborators`, { params: one, ...json({ team: slug, role: 'Reader' }) })
    await ask(ada.access, `POST ${at}/collaborators`, { params: one, ...json({ role: 'Reader' }) })
    await ask(ada.access, `PUT ${at}/collaborators/{username}`, { params: one, ...json({ role: 'Owner' }) })
    await ask(ada.access, `PUT ${at}/collaborators/{username}`, { params: one, ...json({ role: 'Reader' }) })
    await ask(ada.access, `GET ${at}/collaborators`, { params: one })
    await ask(ada.access, `GET ${at}/collaborators/{username}`, { params: one })
    await ask(ada.access, `GET ${at}/access`, { params: one, query: `user=${friend.username}` })
    await ask(ada.access, `GET ${at}/access`, { params: one })
    await ask(ada.access, `DELETE ${at}/collaborators/{username}`, { params: one })
    await ask(ada.access, `DELETE ${at}/collaborators/{username}`, { params: one })
    await ask(ada.access, `DELETE ${at}/collaborators/{username}`, { params: { ...one, username: 'ada' } })
    await ask(ada.access, 'DELETE /teams/{slug}/members/{username}', { params: friend })
    await ask(ada.access, 'DELETE /teams/{slug}/members/{username}', { params: { ...params, username: 'ada' } })
    await ask(ada.access, 'POST /teams/{slug}/repos', { params, ...json({ slug: 'owned' }) })
    await ask(ada.access, 'DELETE /teams/{slug}', { params })
    await ask(ada.access, `DELETE ${at}`, { params: { owner: slug, repo: 'owned' } })
    await ask(ada.access, 'DELETE /teams/{slug}', { params })
  },

  'webhooks, at every place that has some': async ({ stithy, ada, form, ask }) => {
    const slug = `Hooked-${form}`
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true }))
    await ask(ada.access, 'POST /teams', json({ slug: `hooked-team-${form}` }))
    for (const [by, place, params] of [
      [token, '/repos/{owner}/{repo}', { owner: 'ada', repo: slug }],
      [ada.access, '/teams/{slug}', { slug: `hooked-team-${form}` }],
      [ada.access, '/admin', {}],
    ] as const) {
      const hooks = `${place}/hooks`
      const added = await ask(by, `POST ${hooks}`, { params, ...json({ url: 'https://hooks.example.invalid/' }) })
      await ask(by, `POST ${hooks}`, { params, ...json({ url: 'http://10.0.0.1/' }) })
      const id = String(added.body.id)
      const one = { params: { ...params, id } }
      const { id: uuid } = (await ask(by, `POST ${hooks}/{id}/test`, one)).body
      await ask(by, `GET ${hooks}`, { params })
      await ask(undefined, `GET ${hooks}`, { params })
      await ask(by, `GET ${hooks}/{id}`, one)
      await ask(by, `PATCH ${hooks}/{id}`, { ...one, ...json({ active: false }) })
      await ask(by, `GET ${hooks}/{id}/deliveries`, one)
      await ask(by, `POST ${hooks}/{id}/replay`, { ...one, ...json({ since: '2020-01-01T00:00:00Z' }) })
      await ask(by, `POST ${hooks}/{id}/replay`, { ...one, ...json({ since: 'never' }) })
      const delivery = { params: { ...params, id, uuid } }
      await ask(by, `GET ${hooks}/{id}/deliveries/{uuid}`, delivery)
      await ask(by, `POST ${hooks}/{id}/deliveries/{uuid}/redeliver`, delivery)
      await ask(by, `POST ${place}/deliveries/{uuid}/redeliver`, { params: { ...params, uuid } })
      await ask(by, `DELETE ${hooks}/{id}`, one)
      await ask(by, `DELETE ${hooks}/{id}`, one)
    }
  },
}
