import { iso } from '../../../core/iso-time.ts'
import { parseRecordId } from '../../../core/record-id.ts'
import { requireRepo } from '../../../features/access/require-repo.ts'
import { createMilestone, deleteMilestone, updateMilestone } from '../../../features/milestones/change-milestones.ts'
import { type Milestone, textOfMilestone } from '../../../features/milestones/milestone.ts'
import { getMilestone, listMilestones } from '../../../features/milestones/read-milestones.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type MilestonePart, MilestoneView } from '../views/milestone.tsx'
import { type MilestoneFormProps, MilestoneFormView, type MilestoneRow, MilestonesView } from '../views/milestones.tsx'
import { orOvertaken, type Seen, seenOrNot } from './or-overtaken.ts'
import { pageInfo } from './page-info.ts'
import { readThreads } from './repo-threads.tsx'

type Call = RepoCall<'session'>

export const repoMilestonePages = [
  repoPage({
    method: 'GET',
    path: '/milestones',
    right: 'anyone',
    handle: async ({ app, actor, ref, chrome, head, query, page: request }) => {
      const state = query['state'] === 'closed' ? 'closed' : 'open'
      const list = await listMilestones(app, actor, ref, { state, request })
      return show(
        <MilestonesView
          chrome={chrome}
          repo={head}
          state={state}
          milestones={list.items.map((one) => shownMilestone(one, chrome.now))}
          pagination={pageInfo(list, `${repoUrl(head)}/milestones`, state === 'open' ? {} : { state })}
        />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/milestones/new',
    right: 'session',
    handle: (call) => showForm(call, null, { title: '', description: '', due: '' }, {}),
  }),
  repoPage({
    method: 'POST',
    path: '/milestones/new',
    right: 'session',
    handle: (call) => {
      const values = typed(call)
      return orErrors(
        async () => {
          const { due: dueAt, ...input } = values
          const made = await createMilestone(call.app, call.actor, call.ref, { ...input, dueAt })
          return done(listOf(call), `The milestone “${made.title}” was created.`)
        },
        (errors, kind) => showForm(call, null, values, { errors, status: statusOf(kind) }),
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/milestones/:id',
    right: 'anyone',
    handle: async (call) => {
      const { app, actor, ref, chrome, head, query } = call
      const one = await getMilestone(app, actor, ref, idOf(call))
      const state = query['state'] === 'closed' ? 'closed' : 'open'
      const [description, ...parts] = await Promise.all([
        one.description === '' ? null : previewText(app, actor, ref, one.description),
        ...partsOf[state].map((part) => readPart(call, one, part)),
      ])
      return show(
        <MilestoneView
          chrome={chrome}
          repo={head}
          milestone={shownMilestone(one, chrome.now)}
          description={description === null ? { text: one.description } : { html: description }}
          state={state}
          parts={parts}
        />,
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/milestones/:id/edit',
    right: 'session',
    handle: async (call) => {
      const one = await getMilestone(call.app, call.actor, call.ref, idOf(call))
      const due = one.dueAt === null ? '' : iso(one.dueAt).slice(0, 10)
      const seen = nameText(textOfMilestone(one))
      return showForm(call, one.uuid, { title: one.title, description: one.description, due }, { seen })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/milestones/:id/edit',
    right: 'session',
    handle: (call) => {
      const { app, actor, ref, form, params } = call
      const values = typed(call)
      const seen = form.text('seen')
      const again = (said: FormShown): Promise<PageAnswer> => showForm(call, params['id'] ?? '', values, said)
      const save = async (): Promise<PageAnswer> => {
        const { due: dueAt, ...input } = values
        const changes = { ...input, dueAt, seen: seenOrNot(seen) }
        const saved = await updateMilestone(app, actor, { ...ref, id: idOf(call) }, changes)
        return done(listOf(call), `The milestone “${saved.title}” was saved.`)
      }
      return orErrors(
        () => orOvertaken(save, (now, status) => again({ ...now, status })),
        (errors, kind) => again({ errors, status: statusOf(kind), seen }),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/milestones/:id/state',
    right: 'session',
    handle: async (call) => {
      const state = call.form.text('state') === 'closed' ? 'closed' : 'open'
      await updateMilestone(call.app, call.actor, { ...call.ref, id: idOf(call) }, { state })
      return go(listOf(call))
    },
  }),
  repoPage({
    method: 'POST',
    path: '/milestones/:id/delete',
    right: 'session',
    handle: async (call) => {
      await deleteMilestone(call.app, call.actor, { ...call.ref, id: idOf(call) })
      return done(listOf(call), 'The milestone was deleted.')
    },
  }),
]

function listOf({ head }: Call): string {
  return `${repoUrl(head)}/milestones`
}

/** What is done was merged or closed. */
const partsOf = {
  open: [
    { kind: 'issue', state: 'open' },
    { kind: 'pull', state: 'open' },
  ],
  closed: [
    { kind: 'issue', state: 'closed' },
    { kind: 'pull', state: 'merged' },
    { kind: 'pull', state: 'closed' },
  ],
} as const satisfies Record<Milestone['state'], readonly Pick<MilestonePart, 'kind' | 'state'>[]>

/** A milestone of more than that is read in the lists, which have pages. */
const mostShown = 50

async function readPart(
  call: RepoCall<'anyone'>,
  { title }: Milestone,
  part: Pick<MilestonePart, 'kind' | 'state'>,
): Promise<MilestonePart> {
  const filter = { milestone: title, state: part.state }
  const { items, total } = await readThreads(call, part.kind, filter, { page: 1, perPage: mostShown })
  return { ...part, threads: items, total }
}

function idOf({ params }: Pick<Call, 'params'>) {
  return parseRecordId(params['id'] ?? '')
}

function typed({ form }: Call): MilestoneFormProps['values'] {
  const description = form.text('description').replaceAll('\r\n', '\n')
  return { title: form.text('title'), description, due: form.text('due_at').trim() }
}

function shownMilestone(one: Milestone, now: number): MilestoneRow {
  return {
    id: one.uuid,
    title: one.title,
    description: one.description,
    isOpen: one.state === 'open',
    due: one.dueAt === null ? null : iso(one.dueAt).slice(0, 10),
    // The day itself is still in time.
    isLate: one.state === 'open' && one.dueAt !== null && one.dueAt + 86_400_000 < now,
    open: one.openCount,
    closed: one.closedCount,
  }
}

interface FormShown extends Partial<Seen> {
  readonly errors?: FormErrors
  readonly status?: number
}

async function showForm(
  { app, actor, ref, chrome, head }: Call,
  id: string | null,
  values: MilestoneFormProps['values'],
  { errors = noErrors, status = 200, seen = '', overtaken = null }: FormShown,
): Promise<PageAnswer> {
  await requireRepo(app, actor, ref, { role: 'Developer', scope: 'issues:write' })
  const props = { chrome, repo: head, id, values, errors, seen, overtaken }
  return show(<MilestoneFormView {...props} />, status)
}
