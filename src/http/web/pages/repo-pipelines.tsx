import { exactTag } from '../../../core/ref-name.ts'
import { readTitles } from '../../../features/commits/read-titles.ts'
import { latestStatus } from '../../../features/pipelines/latest-status.ts'
import { pipelineStatuses } from '../../../features/pipelines/pipeline.ts'
import { listLastPipelines, listPipelines } from '../../../features/pipelines/read-pipelines.ts'
import { requireMayRun, triggerPipeline } from '../../../features/pipelines/trigger-pipeline.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { badgeBytes } from '../../raw-bytes.ts'
import { pipelinesUrl, pipelineUrl } from '../ci-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { drawBadge } from '../views/pipeline-badge.tsx'
import { PipelineRunView } from '../views/pipeline-run.tsx'
import { PipelinesView } from '../views/pipelines.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { listedPipeline } from './shown-pipeline.ts'
import { readVariables } from './variables-form.ts'

/** How many the plot shows. */
const recentCount = 50

export const repoPipelinesPages = [
  repoPage({
    method: 'GET',
    path: '/ci',
    right: 'anyone',
    handle: async ({ head }) => go(pipelinesUrl(head)),
  }),
  repoPage({
    method: 'GET',
    path: '/badge.svg',
    right: 'anyone',
    handle: async ({ app, frame, query }) => {
      const branch = (query['branch'] ?? '') || frame.repo.defaultBranch
      const status = await latestStatus(app, frame.repo, branch)
      return { kind: 'bytes', bytes: badgeBytes(drawBadge(status), frame.repo.isPublic) }
    },
  }),
  repoPage({
    method: 'GET',
    path: '/ci/pipelines',
    right: 'anyone',
    handle: async ({ app, actor, ref, frame, chrome, head, query, page: request }) => {
      const branch = (query['branch'] ?? '').trim().slice(0, 255)
      const status = pipelineStatuses.find((one) => one === query['status'])
      const asked = { ref: branch === '' ? undefined : branch }
      const [list, recent, names] = await Promise.all([
        listPipelines(app, actor, ref, { ...asked, status, page: request }),
        listLastPipelines(app, actor, ref, { ...asked, most: recentCount }),
        listRefNames(app, actor, ref),
      ])
      const filter = { branch, status: status ?? '' }
      const path = pipelinesUrl(head)
      const back = backFromPastEnd(list, path, filter)
      if (back !== null) return go(back)
      const titles = await readTitles(
        app,
        frame.repo,
        list.items.map(({ sha }) => sha),
      )
      return show(
        <PipelinesView
          chrome={chrome}
          repo={head}
          isOn={app.config.CI_ENABLED}
          filter={{ branch, status: status ?? '' }}
          branches={names.branches.names}
          pipelines={list.items.map((one) => listedPipeline(one, titles.get(one.sha)))}
          recent={recent.map((one) => listedPipeline(one, undefined))}
          pagination={pageInfo(list, path, filter)}
        />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/ci/pipelines/run',
    right: 'session',
    handle: async (call) => {
      await requireMayRun(call.app, call.actor, call.ref)
      const ref = call.query['ref'] ?? call.head.defaultBranch
      return showForm(call, { ref, variables: '' }, noErrors)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/ci/pipelines/run',
    right: 'session',
    takes: 'prose',
    handle: async (call) => {
      const { app, actor, ref, form, head } = call
      await requireMayRun(app, actor, ref)
      const values = { ref: form.text('ref').trim(), variables: form.text('variables') }
      return orErrors(
        async () => {
          const wanted = values.ref === '' ? undefined : values.ref
          const variables = readVariables(values.variables)
          const made = await triggerPipeline(app, actor, ref, { ref: wanted, variables })
          return done(pipelineUrl(head, made.uuid), `Pipeline #${made.number} was started.`)
        },
        (errors, kind) => showForm(call, values, errors, statusOf(kind)),
      )
    },
  }),
]

async function showForm(
  { app, actor, ref, chrome, head }: RepoCall<'session'>,
  values: { readonly ref: string; readonly variables: string },
  errors: FormErrors,
  status = 200,
): Promise<PageAnswer> {
  const { branches, tags } = await listRefNames(app, actor, ref)
  const refs = [...branches.names, ...tags.names.map(exactTag)]
  return show(<PipelineRunView chrome={chrome} repo={head} refs={refs} values={values} errors={errors} />, status)
}
