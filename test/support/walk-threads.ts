// Answers about issues and pull requests.

import { newPerson, newToken } from './people.ts'
import { commitTo } from './pulls.ts'
import { itemsOf } from './shapes.ts'
import { json, type Stories } from './walk.ts'

export const threadStories: Stories = {
  'issues, labels and milestones': async ({ stithy, ada, form, ask }) => {
    const slug = `Issues-${form}`
    const params = { owner: 'ada', repo: slug }
    const at = '/repos/{owner}/{repo}' as const
    const token = await newToken(stithy.client().as(ada.access), ['issues:write'])
    await ask(ada.access, 'POST /user/repos', json({ slug, is_public: true }))
    for (const [list, name, param] of [
      ['labels', 'name', 'label'],
      ['milestones', 'title', 'id'],
    ] as const) {
      const made = await ask(token, `POST ${at}/${list}`, { params, ...json({ [name]: 'First' }) })
      await ask(token, `POST ${at}/${list}`, { params, ...json({ [name]: 'first' }) })
      await ask(token, `POST ${at}/${list}`, { params })
      await ask(undefined, `GET ${at}/${list}`, { params })
      const one = { ...params, [param]: String(made.body.id) }
      await ask(undefined, `GET ${at}/${list}/{${param}}`, { params: one })
      await ask(token, `PATCH ${at}/${list}/{${param}}`, { params: one, ...json({ [name]: 'Second' }) })
    }
    const more = { labels: ['Second'], assignees: ['ada'], milestone: 'Second' }
    await ask(token, `POST ${at}/issues`, { params, ...json({ title: 'x', ...more }) })
    await ask(token, `POST ${at}/issues`, { params })
    await ask(undefined, `GET ${at}/issues`, { params })
    await ask(undefined, `GET ${at}/issues`, { params, query: 'state=none' })
    const issue = { ...params, number: '1' }
    await ask(undefined, `GET ${at}/issues/{number}`, { params: issue })
    await ask(undefined, `GET ${at}/issues/{number}`, { params: { ...params, number: '2' } })
    await ask(token, `PATCH ${at}/issues/{number}`, { params: issue, body: '{"state":"closed"}' })
    await ask(undefined, `GET ${at}/issues/{number}`, { params: issue })
    const said = await ask(token, `POST ${at}/issues/{number}/comments`, { params: issue, body: '{"body":"x"}' })
    await ask(undefined, `GET ${at}/issues/{number}/comments`, { params: issue })
    const comment = { ...issue, id: String(said.body.id) }
    await ask(undefined, `GET ${at}/issues/{number}/comments/{id}`, { params: comment })
    await ask(token, `PATCH ${at}/issues/{number}/comments/{id}`, { params: comment, body: '{"body":"y"}' })
    await ask(undefined, `GET ${at}/issues/{number}/timeline`, { params: issue })
    await ask(undefined, `GET ${at}/issues/{number}/history`, { params: issue })
    await ask(undefined, `GET ${at}/issues/{number}/comments/{id}/history`, { params: comment })
    await ask(token, `DELETE ${at}/issues/{number}/history`, { params: issue })
    await ask(token, `DELETE ${at}/issues/{number}/comments/{id}/history`, { params: comment })
    for (const [target, on] of [
      [`${at}/issues/{number}/reactions`, issue],
      [`${at}/issues/{number}/comments/{id}/reactions`, comment],
    ] as const) {
      await ask(token, `POST ${target}`, { params: on, body: '{"content":"heart"}' })
      await ask(token, `POST ${target}`, { params: on, body: '{"content":"heart"}' })
      await ask(token, `POST ${target}`, { params: on, body: '{"content":"none"}' })
      await ask(undefined, `GET ${target}`, { params: on })
      await ask(token, `DELETE ${target}/{content}`, { params: { ...on, content: 'heart' } })
    }
    await ask(undefined, `GET ${at}/issue-templates`, { params })
    const file = await ask(token, `POST ${at}/attachments`, { params, query: 'name=x', body: 'bytes' })
    await ask(token, `POST ${at}/attachments`, { params, query: 'name=..', body: 'bytes' })
    await ask(undefined, `GET ${at}/attachments/{id}`, { params: { ...params, id: String(file.body.id) } })
    await ask(undefined, `GET ${at}/attachments/{id}`, { params })
    await ask(token, `GET ${at}/attachments`, { params })
    await ask(token, `DELETE ${at}/attachments/{id}`, { params: { ...params, id: String(file.body.id) } })
    await ask(token, `DELETE ${at}/attachments/{id}`, { params })
    await ask(token, `DELETE ${at}/issues/{number}/comments/{id}`, { params: comment })
    await ask(token, `DELETE ${at}/issues/{number}/comments/{id}`, { params: comment })
    await ask(token, `DELETE ${at}/issues/{number}`, { params: issue })
    await ask(token, `DELETE ${at}/issues/{number}`, { params: issue })
    await ask(token, `DELETE ${at}/labels/{label}`, { params: { ...params, label: 'second' } })
    const [milestone] = itemsOf((await ask(token, `GET ${at}/milestones`, { params })).body)
    await ask(token, `DELETE ${at}/milestones/{id}`, { params: { ...params, id: String(milestone?.['id']) } })
  },

  'pull requests': async ({ stithy, ada, form, ask }) => {
    const slug = `Pulled-${form}`
    const repo = { owner: 'ada', repo: slug }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write', 'pulls:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true, auto_init: true }))
    const client = stithy.client().as(token)
    await commitTo(client, `repos/ada/${slug}`, ['topic', 'main'], { 'a.txt': 'one\n' })
    const pulls = '/repos/{owner}/{repo}/pulls'
    const input = json({ title: 'Take it', source_branch: 'topic', target_branch: 'main' })
    const made = await ask(token, `POST ${pulls}`, { params: repo, ...input })
    await ask(token, `POST ${pulls}`, { params: repo, ...input })
    await ask(token, `POST ${pulls}`, { params: repo, ...json({ title: 'x', source_branch: 'none' }) })
    await ask(undefined, `POST ${pulls}`, { params: repo, ...input })
    await ask(undefined, `GET ${pulls}`, { params: repo })
    const params = { ...repo, number: String(made.body.number) }
    await ask(undefined, `GET ${pulls}/{number}`, { params })
    await ask(undefined, `GET ${pulls}/{number}`, { params: { ...repo, number: '99' } })
    for (const what of ['files', 'diff', 'commits'] as const) {
      await ask(undefined, `GET ${pulls}/{number}/${what}`, { params })
    }
    await ask(token, `PATCH ${pulls}/{number}`, { params, ...json({ draft: true }) })
    await ask(token, `PATCH ${pulls}/{number}`, { params, ...json({ state: 'x' }) })
    await ask(token, `POST ${pulls}/{number}/update-branch`, { params, ...json({}) })
    const comments = `${pulls}/{number}/comments` as const
    const said = await ask(token, `POST ${comments}`, { params, ...json({ body: 'Hm', path: 'a.txt', line: 1 }) })
    await ask(token, `POST ${comments}`, { params, ...json({ body: 'Hm', path: 'none', line: 1 }) })
    await ask(token, `POST ${comments}`, { params, ...json({ body: 'About the whole' }) })
    const comment = { ...params, id: String(said.body.id) }
    await ask(undefined, `GET ${comments}`, { params })
    await ask(undefined, `GET ${comments}/{id}`, { params: comment })
    await ask(undefined, `GET ${pulls}/{number}/timeline`, { params })
    await ask(undefined, `GET ${pulls}/{number}/history`, { params })
    await ask(undefined, `GET ${comments}/{id}/history`, { params: comment })
    await ask(token, `DELETE ${pulls}/{number}/history`, { params })
    await ask(token, `DELETE ${comments}/{id}/history`, { params: comment })
    for (const [path, of] of [
      [`${pulls}/{number}/reactions`, params],
      [`${comments}/{id}/reactions`, comment],
    ] as const) {
      await ask(token, `POST ${path}`, { params: of, ...json({ content: 'heart' }) })
      await ask(undefined, `GET ${path}`, { params: of })
      await ask(token, `DELETE ${path}/{content}`, { params: { ...of, content: 'heart' } })
    }
    const suggestion = { body: '```suggestion\nthree\n```', resolved: true }
    await ask(token, `PATCH ${comments}/{id}`, { params: comment, ...json(suggestion) })
    await ask(token, `POST ${comments}/{id}/apply`, { params: comment, ...json({}) })
    await ask(token, `POST ${comments}/{id}/apply`, { params: comment, ...json({}) })
    await ask(token, `DELETE ${comments}/{id}`, { params: comment })
    await ask(token, `DELETE ${comments}/{id}`, { params: comment })
    const reviewer = await newPerson(stithy, `reviewer-${form}`)
    const asked = { params, ...json({ reviewers: [reviewer.username] }) }
    await ask(token, `POST ${pulls}/{number}/requested-reviewers`, asked)
    await ask(token, `POST ${pulls}/{number}/requested-reviewers`, { params, ...json({ reviewers: ['nobody'] }) })
    await ask(token, `DELETE ${pulls}/{number}/requested-reviewers`, asked)
    const reviews = `${pulls}/{number}/reviews` as const
    const begun = await ask(token, `POST ${reviews}`, { params, ...json({ body: 'So far' }) })
    await ask(token, `POST ${reviews}`, { params, ...json({}) })
    await ask(token, `POST ${reviews}`, { params, ...json({ event: 'approve' }) })
    const review = { ...params, id: String(begun.body.id) }
    await ask(token, `POST ${reviews}/{id}/comments`, {
      params: review,
      ...json({ body: 'x', path: 'a.txt', line: 1 }),
    })
    const written = await ask(token, `GET ${reviews}/{id}`, { params: review })
    const pending = { ...review, comment: String(written.body.pending_comments[0].id) }
    await ask(token, `PATCH ${reviews}/{id}/comments/{comment}`, { params: pending, ...json({ body: 'y' }) })
    await ask(token, `PATCH ${reviews}/{id}/comments/{comment}`, { params: pending, ...json({ body: ' ' }) })
    await ask(token, `DELETE ${reviews}/{id}/comments/{comment}`, { params: pending })
    await ask(token, `PATCH ${reviews}/{id}/comments/{comment}`, { params: pending, ...json({ body: 'z' }) })
    await ask(token, `PATCH ${reviews}/{id}`, { params: review, ...json({ event: 'comment' }) })
    await ask(undefined, `GET ${reviews}`, { params })
    const another = await ask(token, `POST ${reviews}`, { params, ...json({}) })
    await ask(token, `DELETE ${reviews}/{id}`, { params: { ...params, id: String(another.body.id) } })
    await ask(token, `DELETE ${reviews}/{id}`, { params: review })
    await ask(token, `PUT ${pulls}/{number}/viewed-files`, { params, ...json({ path: 'a.txt' }) })
    await ask(token, `PUT ${pulls}/{number}/viewed-files`, { params, ...json({ path: 'none' }) })
    await ask(undefined, `GET ${pulls}/{number}/versions`, { params })
    await ask(undefined, `GET ${pulls}/{number}/versions/{range}`, { params: { ...params, range: '1...2' } })
    await ask(undefined, `GET ${pulls}/{number}/versions/{range}`, { params: { ...params, range: '1...9' } })
    await ask(token, `PUT ${pulls}/{number}/auto-merge`, { params, ...json({ merge_method: 'merge' }) })
    await ask(token, `DELETE ${pulls}/{number}/auto-merge`, { params })
    await ask(token, `POST ${pulls}/{number}/merge`, { params, ...json({ merge_method: 'merge' }) })
    await ask(token, `POST ${pulls}/{number}/revert`, { params })
    await ask(token, `PATCH ${pulls}/{number}`, { params, ...json({ draft: false }) })
    await ask(token, `POST ${pulls}/{number}/merge`, { params, ...json({ merge_method: 'merge' }) })
    await ask(token, `POST ${pulls}/{number}/merge`, { params, ...json({ merge_method: 'squash' }) })
    await ask(token, `POST ${pulls}/{number}/revert`, { params })
  },
}
