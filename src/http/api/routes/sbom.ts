import { Type } from 'typebox'
import { compareSboms } from '../../../features/sbom/compare-sboms.ts'
import { getSbom } from '../../../features/sbom/get-sbom.ts'
import { listComponents } from '../../../features/sbom/list-components.ts'
import { sbomBytes } from '../../raw-bytes.ts'
import { maybeRevision as ref } from '../revision-field.ts'
import { route } from '../route.ts'

const text = Type.String({ maxLength: 255 })
const params = Type.Object({ owner: text, repo: text })
const reading = { tag: 'SBOM', right: 'anyone', scope: 'repo:read', rate: 'api', role: 'Reader', params } as const
const yesOrNo = Type.Union([Type.Literal('true'), Type.Literal('false')])

export const sbomRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/sbom',
    summary: 'What a revision is built from, as a CycloneDX 1.6 document; made when it is asked for the first time',
    ...reading,
    query: Type.Object({ ref }),
    output: { kind: 'bytes', media: 'application/vnd.cyclonedx+json', parts: false },
    handle: async ({ app, actor, params: repo, query }) => sbomBytes(await getSbom(app, actor, repo, query.ref)),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/sbom/components',
    summary: 'The components of a revision, by words in their name, version or licence',
    ...reading,
    query: Type.Object({
      ref,
      q: Type.Optional(text),
      ecosystem: Type.Optional(Type.String({ maxLength: 30, description: 'Such as npm, cargo, pypi or maven' })),
      license: Type.Optional(Type.String({ maxLength: 255, description: 'As the file has it; empty: none is known' })),
      scope: Type.Optional(
        Type.Union([Type.Literal('required'), Type.Literal('optional'), Type.Literal('development')]),
      ),
      direct: Type.Optional(yesOrNo),
    }),
    output: { kind: 'list', resource: 'sbomComponent' },
    handle: ({ app, actor, params: repo, query, page }) =>
      listComponents(app, actor, repo, {
        revision: query.ref,
        filter: {
          q: query.q ?? '',
          ecosystem: query.ecosystem,
          licence: query.license,
          use: query.scope,
          isDirect: query.direct === undefined ? undefined : query.direct === 'true',
        },
        page,
      }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/sbom/diff',
    summary: 'Which components come, go or change their version between where `base` and `head` went apart and `head`',
    ...reading,
    query: Type.Object({ base: ref, head: ref }),
    output: { kind: 'one', status: 200, resource: 'sbomChanges' },
    handle: ({ app, actor, params: repo, query }) => compareSboms(app, actor, repo, query),
  }),
]
