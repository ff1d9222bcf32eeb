import { addUsualLabels } from '../../../features/labels/add-usual-labels.ts'
import { createLabel, deleteLabel, updateLabel } from '../../../features/labels/change-labels.ts'
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

const plain: LabelValues = { name: '', color: '#3a6ea5', type: 'any', description: '' }

export const repoLabelPages = [
  repoPage({
    method: 'GET',
    path: '/labels',
    right: 'anyone',
    handle: (call) => showLabels(call, { id: null, values: plain }, noErrors, 200),
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
          return done(labelsOf(call), `The label “${label.name}” was made.`)
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
      return done(labelsOf(call), 'The usual labels are there.')
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
  form: { id: string | null; values: LabelValues },
  errors: FormErrors,
  status: number,
): Promise<PageAnswer> {
  const list = await listLabels(call.app, call.actor, call.ref, { ...call.page, perPage: 100 })
  return show(
    <LabelsView
      chrome={call.chrome}
      repo={call.head}
      labels={list.items.map(({ uuid: id, name, color, type, description }) => ({
        id,
        name,
        color,
        type,
        description,
      }))}
      pagination={pageInfo(list, labelsOf(call))}
      form={form}
      errors={errors}
    />,
    status,
  )
}
