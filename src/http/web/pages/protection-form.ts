import { invalidField } from '../../../core/errors.ts'
import type { BranchProtection } from '../../../features/protection/branch-protections.ts'
import type { BranchProtectionInput } from '../../../features/protection/parse-branch-protection.ts'
import type { FormFields } from '../form-fields.ts'
import type { ProtectionFormValues } from '../views/repo-protection-form.tsx'

const roles = ['Developer', 'Maintainer', 'Owner'] as const

export const newProtection: ProtectionFormValues = {
  pattern: '',
  push_role: 'Maintainer',
  merge_role: 'Maintainer',
  allowed_pushers: '',
  allow_force_push: false,
  allow_delete: false,
  required_approvals: '0',
  dismiss_stale_approvals: false,
  required_checks: '',
}

/** As it was typed. */
export function typedProtection(form: FormFields): ProtectionFormValues {
  return {
    pattern: form.text('pattern'),
    push_role: form.text('push_role'),
    merge_role: form.text('merge_role'),
    allowed_pushers: form.text('allowed_pushers'),
    allow_force_push: form.ticked('allow_force_push'),
    allow_delete: form.ticked('allow_delete'),
    required_approvals: form.text('required_approvals'),
    dismiss_stale_approvals: form.ticked('dismiss_stale_approvals'),
    required_checks: form.text('required_checks'),
  }
}

export function savedProtection(one: BranchProtection): ProtectionFormValues {
  return {
    pattern: one.pattern,
    push_role: one.pushRole,
    merge_role: one.mergeRole,
    allowed_pushers: one.pushers.map((user) => user.username).join(' '),
    allow_force_push: one.allowForcePush,
    allow_delete: one.allowDelete,
    required_approvals: String(one.requiredApprovals),
    dismiss_stale_approvals: one.dismissStaleApprovals,
    required_checks: one.requiredChecks.join('\n'),
  }
}

export function readProtection(values: ProtectionFormValues): BranchProtectionInput {
  return {
    pattern: values.pattern,
    pushRole: values.push_role === 'Nobody' ? 'Nobody' : roleOf('push_role', values.push_role),
    mergeRole: roleOf('merge_role', values.merge_role),
    allowedPushers: namesIn(values.allowed_pushers, /[\s,]+/),
    allowForcePush: values.allow_force_push,
    allowDelete: values.allow_delete,
    requiredApprovals: numberIn(values.required_approvals),
    dismissStaleApprovals: values.dismiss_stale_approvals,
    requiredChecks: namesIn(values.required_checks, /[\r\n]+/),
  }
}

function roleOf(field: string, text: string): (typeof roles)[number] {
  const role = roles.find((one) => one === text)
  if (role === undefined) throw invalidField(field, 'format', 'is not a role')
  return role
}

/** What is none is told together with everything else that is wrong. */
function numberIn(text: string): number {
  return /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN
}

function namesIn(text: string, between: RegExp): readonly string[] {
  return text.split(between).flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
}
