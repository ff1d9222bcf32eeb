import type { App } from '../app.ts'
import { type AdminActor, systemActor } from '../core/actor.ts'
import { permit } from '../features/access/permit.ts'
import { setPassword } from '../features/accounts/set-password.ts'
import { createUser } from '../features/admin/create-user.ts'
import { deleteUser } from '../features/admin/delete-user.ts'
import { updateUser } from '../features/admin/update-user.ts'
import { resetTwoFactor } from '../features/two-factor/reset-two-factor.ts'
import { randomText } from '../secrets/token-text.ts'
import { openExisting } from './open-existing.ts'
import { parseFlags } from './parse-flags.ts'
import { UsageError } from './usage-error.ts'

const help = `stithy admin: manage accounts

  stithy admin create-user NAME EMAIL [--password TEXT] [--admin]
  stithy admin reset-password NAME [--password TEXT]   ends all sessions of the account
  stithy admin reset-2fa NAME                          for a lost device; removes passkeys, ends all sessions
  stithy admin disable NAME
  stithy admin enable NAME
  stithy admin grant-admin NAME
  stithy admin revoke-admin NAME
  stithy admin delete NAME --yes                       with everything that it owns

Without --password, one is generated and printed.
`

interface Asked {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly isAdmin: boolean
  /** The password, where it was made here and nobody knows it yet. */
  readonly made: string
}

/** Does it, and returns the sentence that says so. */
type Verb = (app: App, actor: AdminActor, asked: Asked) => Promise<string>

const verbs: Readonly<Record<string, Verb>> = {
  'create-user': async (app, actor, { name, email, password, isAdmin, made }) => {
    await createUser(app, actor, { username: name, email, password, isAdmin })
    return `${name} was created${made}`
  },
  'reset-password': async (app, actor, { name, password, made }) => {
    await setPassword(app, actor, name, password)
    return `the password of ${name} was changed${made}`
  },
  'reset-2fa': async (app, actor, { name }) => {
    const passkeys = await resetTwoFactor(app, actor, name)
    const removed =
      passkeys === 0 ? '' : `, and ${passkeys === 1 ? '1 passkey was' : `${passkeys} passkeys were`} removed`
    return `two-factor sign-in of ${name} was turned off${removed}`
  },
  disable: async (app, actor, { name }) => {
    await updateUser(app, actor, name, { disabled: true })
    return `${name} was disabled`
  },
  enable: async (app, actor, { name }) => {
    await updateUser(app, actor, name, { disabled: false })
    return `${name} was enabled`
  },
  'grant-admin': async (app, actor, { name }) => {
    await updateUser(app, actor, name, { isAdmin: true })
    return `${name} is an administrator now`
  },
  'revoke-admin': async (app, actor, { name }) => {
    await updateUser(app, actor, name, { isAdmin: false })
    return `${name} is no longer an administrator`
  },
  delete: async (app, actor, { name }) => {
    await deleteUser(app, actor, name)
    return `${name} was deleted`
  },
}

export async function admin(args: readonly string[]): Promise<number> {
  const options = { help: { type: 'boolean', short: 'h' }, password: { type: 'string' } } as const
  const flags = { admin: { type: 'boolean' }, yes: { type: 'boolean' } } as const
  const { values, positionals } = parseFlags(args, { ...options, ...flags }, 3)
  const [verbName, name, email = ''] = positionals
  if (values.help === true || verbName === undefined) {
    const stream = values.help === true ? process.stdout : process.stderr
    stream.write(help)
    return values.help === true ? 0 : 2
  }
  const verb = verbs[verbName]
  if (verb === undefined) throw new UsageError(`there is no "admin ${verbName}"\n\n${help}`)
  if (name === undefined) throw new UsageError(`${verbName} needs the name of an account`)
  if (verbName === 'create-user' && email === '') throw new UsageError('create-user needs an e-mail address')
  if (verbName !== 'create-user' && email !== '') throw new UsageError(`"${email}" is an extra argument`)
  if (verbName === 'delete' && values.yes !== true) {
    throw new UsageError(`this deletes ${name} with everything it owns: add --yes`)
  }
  const password = values.password ?? randomText(20)
  const made = values.password === undefined ? `; the password is ${password}` : ''
  const { app, close } = await openExisting()
  try {
    const actor = permit(systemActor, 'admin', null)
    const said = await verb(app, actor, { name, email, password, isAdmin: values.admin === true, made })
    process.stdout.write(`${said}\n`)
    return 0
  } finally {
    await close()
  }
}
