import { addUsualLabels } from '../../../features/labels/add-usual-labels.ts'
import { createLabel, deleteLabel, updateLabel } from '../../../features/labels/change-labels.ts'
import { countUses } from '../../../features/labels/count-uses.ts'
import { findLabelType } from '../../../features/labels/label.ts'
import type { LabelInput } from '../../../features/labels/label-input.ts'
import { listLabels } from '../../../features/labels/read-labels.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { LabelsView, type LabelValues } from '../views/labels.tsx'
import { pageInfo } from './page-info.ts'

type Call = RepoCall<'anyone'> | RepoCall<'session'>

export const repoLabelPages = [
  repoPage({
    method: 'GET',
    path: '/labels',
    right: 'anyone',
    // `?edit=` names the label whose form is open.
    handle: (call) => showLabels(call, { id: call.query['edit'] ?? null, values: null }, noErrors, 200),
  }),
  repoPage({
    method: 'POST',
    path: '/labels',
    right: 'session',
    handle: (call) => {
      const values = typedLabel(call.form)
      return orErrors(
        async () => {
          const label = await createLabel(call.app, call.actor, call.ref, inputOf(values))
          return done(labelsOf(call), `The label “${label.name}” was created.`)
        },
        (errors, kind) => showLabels(call, { id: null, values }, errors, statusOf(kind)),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/labels/usual',
    right: 'session',
    handle: async (call) => {
      await addUsualLabels(call.app, call.actor, call.ref)
      return done(labelsOf(call), 'The default labels were added.')
    },
  }),
  repoPage({
    method: 'POST',
    path: '/labels/:id/edit',
    right: 'session',
    handle: (call) => {
      const id = call.params['id'] ?? ''
      const values = typedLabel(call.form)
      return orErrors(
        async () => {
          const label = await updateLabel(call.app, call.actor, { ...call.ref, label: id }, inputOf(values))
          return done(labelsOf(call), `The label “${label.name}” was saved.`)
        },
        (errors, kind) => showLabels(call, { id, values }, errors, statusOf(kind)),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/labels/:id/delete',
    right: 'session',
    handle: async (call) => {
      await deleteLabel(call.app, call.actor, { ...call.ref, label: call.params['id'] ?? '' })
      return done(labelsOf(call), 'The label was deleted.')
    },
  }),
]

function labelsOf({ head }: Call): string {
  return `${repoUrl(head)}/labels`
}

function typedLabel(form: FormFields): LabelValues {
  return {
    name: form.text('name'),
    color: form.text('color'),
    type: form.text('type'),
    description: form.text('description'),
  }
}

function inputOf({ type, ...values }: LabelValues): LabelInput {
  return { ...values, type: findLabelType(type) }
}

async function showLabels(
  call: Call,
  /** Without what was typed: a label as it is, or a new one. */
  form: { id: string | null; values: LabelValues | null },
  errors: FormErrors,
  status: number,
): Promise<PageAnswer> {
  const list = await listLabels(call.app, call.actor, call.ref, { ...call.page, perPage: 100 })
  const uses = await countUses(call.app, call.frame.repo, list.items)
  return show(
    <LabelsView
      chrome={call.chrome}
      repo={call.head}
      labels={list.items.map(({ id, uuid, name, color, type, description }) => ({
        id: uuid,
        name,
        color,
        type,
        description,
        uses: uses.get(id) ?? { issues: 0, pulls: 0 },
      }))}
      pagination={pageInfo(list, labelsOf(call))}
      form={form}
      errors={errors}
    />,
    status,
  )
}
