import type { ComponentChildren } from 'preact'
import type { Role } from '../../../core/roles.ts'
import { Avatar } from './avatar.tsx'
import { Badge } from './badge.tsx'
import { Confirm } from './confirm.tsx'
import { RoleForm } from './role-fields.tsx'
import { Row } from './row-list.tsx'

export type Grantee = {
  kind: 'user' | 'team'
  name: string
  fullName: string | null
  avatarUrl: string
  isDisabled: boolean
  role: Role
  /** The roles that the reader may give them; none: it stays. */
  roles: readonly Role[]
  canRemove: boolean
}

type GranteeRowProps = {
  grantee: Grantee
  /** Where the forms of this list go: `{base}/{name}/role` and `/remove`. */
  base: string
  remove: { trigger: string; title: string; confirm: string; loss: ComponentChildren }
  meta?: ComponentChildren
}

/** Somebody or a team with a role: a member of a team, a collaborator of a repository. */
export function GranteeRow({ grantee, base, remove, meta }: GranteeRowProps) {
  const { name, kind, role, roles } = grantee
  const at = `${base}/${encodeURIComponent(name)}`
  return (
    <Row
      picture={<Avatar src={grantee.avatarUrl} size={32} />}
      title={
        <>
          <a class="row-link" href={`/${name}`}>
            {name}
          </a>
          {grantee.fullName !== null && <span class="muted">{grantee.fullName}</span>}
          {kind === 'team' && <Badge icon="people">Team</Badge>}
          {grantee.isDisabled && (
            <Badge tone="closed" icon="circle-slash">
              Disabled
            </Badge>
          )}
        </>
      }
      meta={meta}
      actions={
        <>
          {roles.length > 0 ? (
            <RoleForm id={`role-of-${name}`} action={`${at}/role`} name={name} role={role} roles={roles} />
          ) : (
            <Badge icon="shield">{role}</Badge>
          )}
          {grantee.canRemove && (
            <Confirm
              id={`remove-${name}`}
              trigger={remove.trigger}
              triggerLabel={`${remove.trigger} ${name}`}
              title={remove.title}
              action={`${at}/remove`}
              confirm={remove.confirm}
            >
              {remove.loss}
            </Confirm>
          )}
        </>
      }
    />
  )
}
