import { parseRecordId } from '../../../core/record-id.ts'
import { addVariable, changeVariable, removeVariable } from '../../../features/ci-variables/change-variables.ts'
import { getVariable } from '../../../features/ci-variables/get-variable.ts'
import { listVariables } from '../../../features/ci-variables/list-variables.ts'
import type { OpenPlace } from '../../../features/ci-variables/open-place.ts'
import type { VariableInput } from '../../../features/ci-variables/parse-variable.ts'
import type { Variable } from '../../../features/ci-variables/variable.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { VariableValues } from '../components/variable-form.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { done, type PageAnswer, type PageCall, show } from '../page-route.ts'
import { CiVariableEditView, CiVariablesView, type VariablesOf, variablesUrl } from '../views/ci-variables.tsx'
import { variableRow } from './shown-variable.ts'

/** A page's call, and the place whose variables it is about. */
export interface VariableVisit {
  readonly call: PageCall<'session'>
  readonly of: VariablesOf
  readonly open: (scope: 'ci:read' | 'ci:write') => Promise<OpenPlace>
}

interface VariablePage {
  readonly method: 'GET' | 'POST'
  /** Behind the list's own address. */
  readonly path: string
  readonly handle: (visit: VariableVisit) => Promise<PageAnswer>
}

const blank: VariableValues = { key: '', value: '', secret: true, protected_only: false }

/** The same for repositories and teams. */
export const variablePages: readonly VariablePage[] = [
  { method: 'GET', path: '', handle: (visit) => showList(visit, blank, noErrors) },
  {
    method: 'POST',
    path: '',
    handle: async (visit) => {
      const { app, actor, form } = visit.call
      const open = await visit.open('ci:write')
      const values = typedVariable(form)
      return orErrors(
        async () => {
          const added = await addVariable(app, actor, open, inputOf(values))
          return done(variablesUrl(visit.of), `${added.key} was added.`)
        },
        (errors, kind) => showList(visit, unsecret(values), errors, statusOf(kind)),
      )
    },
  },
  {
    method: 'GET',
    path: '/:id/edit',
    handle: async (visit) => {
      const variable = await find(visit, await visit.open('ci:read'))
      const { key, value, isSecret: secret, protectedOnly } = variable
      const values = { key, value: value ?? '', secret, protected_only: protectedOnly }
      return showEdit(visit, variable, { values, errors: noErrors })
    },
  },
  {
    method: 'POST',
    path: '/:id/edit',
    handle: async (visit) => {
      const { app, actor, form } = visit.call
      const open = await visit.open('ci:write')
      const variable = await find(visit, open)
      const values = typedVariable(form)
      // What is not shown cannot have been taken out by hand: an empty field keeps it.
      const value = variable.isSecret && values.value === '' ? null : values.value
      return orErrors(
        async () => {
          const changes = { ...inputOf(values), value }
          const saved = await changeVariable(app, actor, open, { id: { uuid: variable.uuid }, changes })
          return done(variablesUrl(visit.of), `${saved.key} was saved.`)
        },
        (errors, kind) => showEdit(visit, variable, { values: unsecret(values), errors }, statusOf(kind)),
      )
    },
  },
  {
    method: 'POST',
    path: '/:id/delete',
    handle: async (visit) => {
      const { app, actor, params } = visit.call
      const open = await visit.open('ci:write')
      const { key } = await removeVariable(app, actor, open, parseRecordId(params['id'] ?? ''))
      return done(variablesUrl(visit.of), `${key} was deleted.`)
    },
  },
]

function find({ call }: VariableVisit, open: OpenPlace) {
  return getVariable(call.app, open, parseRecordId(call.params['id'] ?? ''))
}

function typedVariable(form: FormFields): VariableValues {
  return {
    key: form.text('key').trim(),
    // A browser ends every line in CRLF, which is not what was pasted.
    value: form.text('value').replaceAll('\r\n', '\n'),
    secret: form.ticked('secret'),
    protected_only: form.ticked('protected_only'),
  }
}

function inputOf({ protected_only: protectedOnly, ...rest }: VariableValues): VariableInput {
  return { ...rest, protectedOnly }
}

/** A secret does not travel back with the form. */
function unsecret(values: VariableValues): VariableValues {
  return values.secret ? { ...values, value: '' } : values
}

async function showList(
  { call, of, open }: VariableVisit,
  values: VariableValues,
  errors: FormErrors,
  status = 200,
): Promise<PageAnswer> {
  // There are few enough for one page.
  const { items } = await listVariables(call.app, await open('ci:read'), { page: 1, perPage: 1000 })
  const rows = items.map((one) => variableRow(one, of))
  return show(<CiVariablesView chrome={call.chrome} of={of} variables={rows} values={values} errors={errors} />, status)
}

function showEdit(
  { call, of }: VariableVisit,
  { uuid, key, isSecret }: Variable,
  form: { readonly values: VariableValues; readonly errors: FormErrors },
  status = 200,
): PageAnswer {
  const variable = { id: uuid, key, isSecret }
  return show(<CiVariableEditView chrome={call.chrome} of={of} variable={variable} {...form} />, status)
}
