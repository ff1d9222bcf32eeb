import { tagProtections } from '../../../features/protection/tag-protections.ts'
import { RepoTagProtectionFormView } from '../views/repo-tag-protection-form.tsx'
import { protectionPages } from './protection-pages.tsx'
import { typedRoleOrNobody } from './typed-role.ts'

export const repoTagProtectionPages = protectionPages({
  kind: tagProtections,
  of: 'tags',
  rulesOf: (one) => [`Create: ${one.createRole}`, `Delete: ${one.deleteRole}`],
  FormView: RepoTagProtectionFormView,
  fresh: { pattern: '', create_role: 'Maintainer', delete_role: 'Maintainer' },
  saved: (one) => ({ pattern: one.pattern, create_role: one.createRole, delete_role: one.deleteRole }),
  typed: (form) => ({
    pattern: form.text('pattern'),
    create_role: form.text('create_role'),
    delete_role: form.text('delete_role'),
  }),
  read: (typed) => ({
    pattern: typed.pattern,
    createRole: typedRoleOrNobody('create_role', typed.create_role),
    deleteRole: typedRoleOrNobody('delete_role', typed.delete_role),
  }),
})
