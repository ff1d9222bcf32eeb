// Answers about pipelines, and about what software is built from.
import { inTransaction } from '../../src/db/transaction.ts'
import { newToken } from './people.ts'
import { oneJob, run } from './pipelines.ts'
import { commitTo } from './pulls.ts'
import { itemsOf } from './shapes.ts'
import { json, type Stories } from './walk.ts'

export const pipelineStories: Stories = {
  'what it is built from': async ({ stithy, ada, form, ask }) => {
    const slug = `Built-${form}`
    const params = { owner: 'ada', repo: slug }
    const at = '/repos/{owner}/{repo}'
    await ask(ada.access, 'POST /user/repos', json({ slug, is_public: true }))
    await commitTo(stithy.client('B').as(ada.access), `repos/ada/${slug}`, 'main', { 'requirements.txt': 'a==1\nb>=2' })
    await ask(undefined, `GET ${at}/sbom`, { params })
    await ask(undefined, `GET ${at}/sbom`, { params, query: 'ref=nowhere' })
    await ask(undefined, `GET ${at}/sbom/components`, { params })
    await ask(undefined, `GET ${at}/sbom/components`, { params, query: 'scope=nonsense' })
    await ask(undefined, `GET ${at}/sbom/diff`, { params, query: 'base=main&head=main' })
    await ask(ada.access, `PATCH ${at}`, { params, ...json({ sbom_enabled: true, sbom_block_on_violation: true }) })
  },

  pipelines: async ({ stithy, ada, form, ask }) => {
    const slug = `Piped-${form}`
    const params = { owner: 'ada', repo: slug }
    const at = '/repos/{owner}/{repo}/ci/pipelines'
    const client = stithy.client('B').as(ada.access)
    await ask(ada.access, 'POST /user/repos', json({ slug, is_public: true }))
    await ask(ada.access, `POST ${at}/trigger`, { params, ...json({}) })
    const file = oneJob('echo made > made').replace('    steps:', '    artifacts: { paths: [made] }\n    steps:')
    const done = await run(client, `repos/ada/${slug}`, { '.svc-ci.yml': file })
    await ask(undefined, `GET ${at}`, { params })
    await ask(undefined, `GET ${at}`, { params, query: 'status=nonsense' })
    await ask(undefined, `POST ${at}/trigger`, { params, ...json({}) })
    const token = await newToken(stithy.client().as(ada.access), ['ci:write'])
    const started = await ask(token, `POST ${at}/trigger`, { params, ...json({ variables: { LEVEL: 'high' } }) })
    await ask(token, `POST ${at}/trigger`, { params, ...json({ variables: { PATH: '/tmp' } }) })
    const one = { ...params, id: String(done.id) }
    await ask(undefined, `GET ${at}/{id}`, { params: one })
    await ask(undefined, `GET ${at}/{id}`, { params: { ...params, id: '999999' } })
    await ask(undefined, `GET ${at}/{id}/logs`, { params: one })
    await ask(undefined, `GET ${at}/{id}/logs/stream`, { params: one })
    const kept = await ask(undefined, `GET ${at}/{id}/artifacts`, { params: one })
    const [artifact] = itemsOf(kept.body)
    await ask(undefined, `GET ${at}/{id}/artifacts/{artifact}`, {
      params: { ...one, artifact: String(artifact?.['id']) },
    })
    await ask(token, `POST ${at}/{id}/cancel`, { params: { ...params, id: String(started.body.id) } })
    await ask(token, `POST ${at}/{id}/cancel`, { params: one })
    await ask(token, `POST ${at}/{id}/retry`, { params: one })
    await ask(token, `POST ${at}/{id}/approve`, { params: one })
    const waiting = { status: 'blocked', finished_at: null } as const
    await inTransaction(stithy.app, async (tx) => {
      await tx.updateTable('pipelines').set(waiting).where('uuid', '=', done.id).execute()
    })
    await ask(token, `POST ${at}/{id}/approve`, { params: one })
  },

  'the configuration of pipelines': async ({ ada, form, ask }) => {
    const params = { owner: 'ada', repo: `Built-${form}` }
    const config = '/repos/{owner}/{repo}/ci/config'
    await ask(ada.access, 'POST /user/repos', json({ slug: params.repo, is_public: true }))
    await ask(undefined, `GET ${config}`, { params })
    const content = 'version: 1\njobs: { test: { steps: [{ run: make }] } }\n'
    await ask(ada.access, `PUT ${config}`, { params, ...json({ content }) })
    await ask(ada.access, `PUT ${config}`, { params, ...json({ content, sha: null }) })
    await ask(ada.access, `PUT ${config}`, { params, ...json({ content: 'jobs: 1' }) })
    await ask(undefined, `GET ${config}`, { params })
    await ask(undefined, `GET ${config}`, { params, query: 'ref=none' })
    await ask(ada.access, `POST ${config}/validate`, { params, ...json({ content: 'jobs: 1' }) })
    await ask(undefined, `POST ${config}/validate`, { params, ...json({ content }) })
  },

  variables: async ({ ada, form, ask }) => {
    const slug = `Told-${form}`
    await ask(ada.access, 'POST /user/repos', json({ slug }))
    await ask(ada.access, 'POST /teams', json({ slug: `tellers-${form}` }))
    for (const [path, params] of [
      ['/repos/{owner}/{repo}/ci/variables', { owner: 'ada', repo: slug }],
      ['/teams/{slug}/ci/variables', { slug: `tellers-${form}` }],
    ] as const) {
      const made = await ask(ada.access, `POST ${path}`, { params, ...json({ key: 'A', value: 'x' }) })
      await ask(ada.access, `POST ${path}`, { params, ...json({ key: 'B', value: 'x', secret: true }) })
      await ask(ada.access, `POST ${path}`, { params, ...json({ key: 'A', value: 'x' }) })
      await ask(ada.access, `POST ${path}`, { params, ...json({ key: 'PATH', value: 'x' }) })
      await ask(ada.access, `GET ${path}`, { params })
      await ask(undefined, `GET ${path}`, { params })
      const one = { ...params, id: String(made.body.id) }
      await ask(ada.access, `PATCH ${path}/{id}`, { params: one, ...json({ value: 'y', protected_only: true }) })
      await ask(ada.access, `PATCH ${path}/{id}`, { params: one, ...json({ key: 'B' }) })
      await ask(ada.access, `DELETE ${path}/{id}`, { params: one })
      await ask(ada.access, `DELETE ${path}/{id}`, { params: one })
    }
  },
}
