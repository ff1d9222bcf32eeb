import { Avatar } from '../components/avatar.tsx'
import { Badge } from '../components/badge.tsx'
import { Button, LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu, MenuAction, MenuDivider, MenuLink } from '../components/menu.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { usedOf } from '../components/storage-facts.tsx'
import { type Column, Table } from '../components/table.tsx'
import { Time } from '../components/time.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { CreateUserForm, type CreateUserValues } from './admin-user-form.tsx'

export type AdminUserRow = {
  username: string
  email: string
  emailVerified: boolean
  avatarUrl: string
  isAdmin: boolean
  state: 'active' | 'disabled'
  twoFactor: boolean
  passkeys: number
  createdAt: string
  lastSeenAt: string | null
  storage: { used: number; allowed: number | null }
  can: {
    disable: boolean
    enable: boolean
    makeAdmin: boolean
    removeAdmin: boolean
    resetTwoFactor: boolean
    mailPasswordLink: boolean
    delete: boolean
  }
}

export type AdminUsersProps = {
  chrome: Chrome
  users: readonly AdminUserRow[]
  pagination: PageInfo
  filter: { q: string; state: '' | 'active' | 'disabled' | 'admin' }
  values: CreateUserValues
  errors: FormErrors
}

const columns: readonly Column<AdminUserRow>[] = [
  { key: 'user', head: 'User', names: true, grow: true, cell: (user) => <Person user={user} /> },
  { key: 'state', head: 'State', cell: (user) => <State user={user} /> },
  { key: 'created', head: 'Created', cell: (user) => <Time at={user.createdAt} /> },
  {
    key: 'seen',
    head: 'Last seen',
    cell: (user) => (user.lastSeenAt === null ? <span class="muted">never</span> : <Time at={user.lastSeenAt} />),
  },
  { key: 'storage', head: 'Storage', cell: ({ storage }) => usedOf(storage.used, storage.allowed) },
  { key: 'actions', head: 'Actions', headHidden: true, align: 'end', cell: (user) => <Actions user={user} /> },
]

export function AdminUsersView({ chrome, users, pagination, filter, values, errors }: AdminUsersProps) {
  return (
    <AdminFrame
      chrome={chrome}
      title="Users"
      actions={
        <LinkButton href="#create-user" icon="person-add">
          Create user
        </LinkButton>
      }
    >
      <Filter filter={filter} />
      <Panel flush footer={<Pagination info={pagination} noun="users" />}>
        {users.length === 0 ? (
          <EmptyState icon="people" title="Nobody matches">
            <p>
              Try part of a username or e-mail, or <a href="/admin/users">show everybody</a>.
            </p>
          </EmptyState>
        ) : (
          <Table caption="Users" columns={columns} rows={users} rowKey={(user) => user.username} />
        )}
      </Panel>
      <CreateUserForm sendsMail={chrome.sendsMail} values={values} errors={errors} />
    </AdminFrame>
  )
}

function Filter({ filter }: { filter: AdminUsersProps['filter'] }) {
  const states = { '': 'Everybody', active: 'Active', disabled: 'Disabled', admin: 'Administrators' } as const
  return (
    <form method="get" action="/admin/users" class="filter-bar" role="search" aria-label="Users">
      <label class="sr-only" for="filter-q">
        Username or e-mail
      </label>
      <input id="filter-q" class="input" type="search" name="q" value={filter.q} placeholder="Username or e-mail" />
      <label class="sr-only" for="filter-state">
        State
      </label>
      <select id="filter-state" class="input input-select" name="state">
        {Object.entries(states).map(([value, label]) => (
          <option key={value} value={value} selected={value === filter.state}>
            {label}
          </option>
        ))}
      </select>
      <Button icon="search">Find</Button>
    </form>
  )
}

function Person({ user }: { user: AdminUserRow }) {
  return (
    <span class="person">
      <Avatar src={user.avatarUrl} size={32} />
      <span class="person-text">
        <a class="row-link" href={`/${user.username}`}>
          {user.username}
        </a>
        <span class="person-email">
          {user.email}
          {!user.emailVerified && ' (not confirmed)'}
        </span>
      </span>
    </span>
  )
}

function State({ user }: { user: AdminUserRow }) {
  return (
    <span class="badges">
      {user.state === 'disabled' ? (
        <Badge tone="closed" icon="circle-slash">
          Disabled
        </Badge>
      ) : (
        <span>Active</span>
      )}
      {user.isAdmin && <Badge icon="server">Admin</Badge>}
      {user.twoFactor && <Badge icon="shield-check">2FA</Badge>}
      {user.passkeys > 0 && (
        <Badge icon="passkey-fill">{user.passkeys === 1 ? '1 passkey' : `${user.passkeys} passkeys`}</Badge>
      )}
    </span>
  )
}

function Actions({ user }: { user: AdminUserRow }) {
  const base = `/admin/users/${encodeURIComponent(user.username)}`
  const { can } = user
  return (
    <Menu label={`Actions for ${user.username}`} face={<Icon name="kebab-horizontal" />}>
      {can.disable && <MenuAction action={`${base}/disable`}>Disable: sign out and lock</MenuAction>}
      {can.enable && <MenuAction action={`${base}/enable`}>Enable</MenuAction>}
      {can.makeAdmin && <MenuAction action={`${base}/make-admin`}>Make administrator</MenuAction>}
      {can.removeAdmin && <MenuAction action={`${base}/remove-admin`}>Remove as administrator</MenuAction>}
      {can.resetTwoFactor && (
        <MenuAction action={`${base}/reset-2fa`}>
          {user.twoFactor ? 'Turn off lost two-factor sign-in' : 'Remove lost passkeys'}
        </MenuAction>
      )}
      {can.mailPasswordLink && <MenuAction action={`${base}/password-link`}>Mail a link for a new password</MenuAction>}
      <MenuLink href={`${base}/quota`}>Quota…</MenuLink>
      {can.delete && (
        <>
          <MenuDivider />
          <MenuLink href={`${base}/delete`}>Delete…</MenuLink>
        </>
      )}
    </Menu>
  )
}
