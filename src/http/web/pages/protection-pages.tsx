import type { VNode } from 'preact'
import { parseRecordId } from '../../../core/record-id.ts'
import { addProtection } from '../../../features/protection/add-protection.ts'
import { changeProtection } from '../../../features/protection/change-protection.ts'
import { getProtection } from '../../../features/protection/get-protection.ts'
import { listProtections } from '../../../features/protection/list-protections.ts'
import type { Patterned, ProtectionKind } from '../../../features/protection/protection-kind.ts'
import { removeProtection } from '../../../features/protection/remove-protection.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { getRepoSettings } from '../../../features/repos/get-repo-settings.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { done, type PageAnswer, type PageRoute, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import type { ProtectionFormProps } from '../views/repo-protection-form.tsx'
import { type Protected, RepoProtectionsView } from '../views/repo-protections.tsx'
import { pageInfo } from './page-info.ts'

type Call = RepoCall<'session'>

interface ProtectionPages<Input, Values extends Patterned, Typed> {
  readonly kind: ProtectionKind<Input, Values>
  readonly of: Protected
  /** In a list: each a short statement. */
  readonly rulesOf: (one: Values) => readonly string[]
  readonly FormView: (props: ProtectionFormProps<Typed>) => VNode
  /** The checks that can be chosen from, where there is something to choose. */
  readonly seenChecks?: (call: Call) => Promise<readonly string[]>
  /** What stands in the form for a new one. */
  readonly fresh: Typed
  readonly saved: (one: Values) => Typed
  /** As it was typed. */
  readonly typed: (form: FormFields) => Typed
  readonly read: (typed: Typed) => Input
}

/** The same for branches and for tags. */
export function protectionPages<Input, Values extends Patterned, Typed>({
  kind,
  of,
  rulesOf,
  FormView,
  seenChecks = async () => [],
  fresh,
  saved,
  typed,
  read,
}: ProtectionPages<Input, Values, Typed>): readonly PageRoute[] {
  const path = `/settings/${of}`
  const listAt = ({ head }: Call) => `${repoUrl(head)}${path}`
  const target = ({ ref, params }: Call) => ({ kind, ref, id: parseRecordId(params['id'] ?? '') })
  const form = async (call: Call, shown: { id: string | null; values: Typed; errors: FormErrors }, status = 200) => {
    const [refs, checks] = await Promise.all([listRefNames(call.app, call.actor, call.ref), seenChecks(call)])
    return show(
      <FormView chrome={call.chrome} repo={call.head} names={refs[of].names} seenChecks={checks} {...shown} />,
      status,
    )
  }

  /** What was typed comes back where it cannot be saved. */
  const save = (call: Call, id: string | null, work: (input: Input) => Promise<string>): Promise<PageAnswer> => {
    const values = typed(call.form)
    return orErrors(
      async () => done(listAt(call), await work(read(values))),
      (errors, problem) => form(call, { id, values, errors }, statusOf(problem)),
    )
  }

  return [
    repoPage({
      method: 'GET',
      path,
      right: 'session',
      handle: async (call) => {
        const list = await listProtections(call.app, call.actor, { kind, ref: call.ref }, call.page)
        const rows = list.items.map((one) => ({ id: one.uuid, pattern: one.pattern, rules: rulesOf(one) }))
        const pagination = pageInfo(list, listAt(call))
        return show(
          <RepoProtectionsView
            chrome={call.chrome}
            repo={call.head}
            of={of}
            protections={rows}
            pagination={pagination}
          />,
        )
      },
    }),
    repoPage({
      method: 'GET',
      path: `${path}/new`,
      right: 'session',
      handle: async (call) => {
        await getRepoSettings(call.app, call.actor, call.ref)
        return form(call, { id: null, values: fresh, errors: noErrors })
      },
    }),
    repoPage({
      method: 'POST',
      path: `${path}/new`,
      right: 'session',
      handle: async (call) => {
        const { app, actor, ref } = call
        await getRepoSettings(app, actor, ref)
        return save(call, null, async (input) => {
          const added = await addProtection(app, actor, { kind, ref }, input)
          return `${added.pattern} is protected.`
        })
      },
    }),
    repoPage({
      method: 'GET',
      path: `${path}/:id/edit`,
      right: 'session',
      handle: async (call) => {
        const one = await getProtection(call.app, call.actor, target(call))
        return form(call, { id: one.uuid, values: saved(one), errors: noErrors })
      },
    }),
    repoPage({
      method: 'POST',
      path: `${path}/:id/edit`,
      right: 'session',
      handle: async (call) => {
        const { app, actor } = call
        const { uuid } = await getProtection(app, actor, target(call))
        return save(call, uuid, async (input) => {
          const changed = await changeProtection(app, actor, target(call), input)
          return `The protection of ${changed.pattern} was saved.`
        })
      },
    }),
    repoPage({
      method: 'POST',
      path: `${path}/:id/delete`,
      right: 'session',
      handle: async (call) => {
        await removeProtection(call.app, call.actor, target(call))
        return done(listAt(call), 'The protection was removed.')
      },
    }),
  ]
}
