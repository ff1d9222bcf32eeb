import { composeCore } from '../compose.ts'
import { readConfig } from '../config.ts'
import { systemActor } from '../core/actor.ts'
import { permit } from '../features/access/permit.ts'
import { setPassword } from '../features/accounts/set-password.ts'
import { createUser } from '../features/admin/create-user.ts'
import { deleteUser } from '../features/admin/delete-user.ts'
import { updateUser } from '../features/admin/update-user.ts'
import { resetTwoFactor } from '../features/two-factor/reset.ts'
import { createLogger } from '../logger.ts'
import { randomText } from '../secrets/token-text.ts'
import { parseFlags } from './parse-flags.ts'
import { systemClock } from './system-clock.ts'
import { UsageError } from './usage-error.ts'

const help = `stithy admin: manage accounts

  stithy admin create-user NAME EMAIL [--password TEXT] [--admin]
  stithy admin reset-password NAME [--password TEXT]   ends all sessions of the account
  stithy admin reset-2fa NAME                          for a lost device; ends all sessions of the account
  stithy admin disable NAME
  stithy admin enable NAME
  stithy admin grant-admin NAME
  stithy admin revoke-admin NAME
  stithy admin delete NAME --yes                       with everything that it owns

Without --password one is made and printed.
`

export async function admin(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, {
    help: { type: 'boolean' },
    password: { type: 'string' },
    admin: { type: 'boolean' },
    yes: { type: 'boolean' },
  })
  const [verb, name, email] = positionals
  if (values.help === true || verb === undefined) {
    process.stdout.write(help)
    return verb === undefined && values.help !== true ? 2 : 0
  }
  if (name === undefined) throw new UsageError(`${verb} needs the name of an account\n\n${help}`)
  const password = values.password ?? randomText(20)
  const made = values.password === undefined ? `; the password is ${password}` : ''
  const { app, close } = await composeCore(readConfig(), { clock: systemClock, log: createLogger('warn') })
  const actor = permit(systemActor, 'admin', null)
  try {
    switch (verb) {
      case 'create-user': {
        if (email === undefined) throw new UsageError('create-user needs an e-mail address')
        await createUser(app, actor, { username: name, email, password, isAdmin: values.admin === true })
        return say(`${name} was created${made}`)
      }
      case 'reset-password':
        await setPassword(app, actor, name, password)
        return say(`the password of ${name} was changed${made}`)
      case 'reset-2fa':
        await resetTwoFactor(app, actor, name)
        return say(`two-factor sign-in of ${name} was turned off`)
      case 'disable':
      case 'enable':
        await updateUser(app, actor, name, { disabled: verb === 'disable' })
        return say(`${name} was ${verb}d`)
      case 'grant-admin':
      case 'revoke-admin':
        await updateUser(app, actor, name, { isAdmin: verb === 'grant-admin' })
        return say(`${name} ${verb === 'grant-admin' ? 'is an administrator now' : 'is no administrator any more'}`)
      case 'delete':
        if (values.yes !== true) throw new UsageError(`this deletes ${name} with everything it owns: add --yes`)
        await deleteUser(app, actor, name)
        return say(`${name} was deleted`)
      default:
        throw new UsageError(`there is no "admin ${verb}"\n\n${help}`)
    }
  } finally {
    await close()
  }
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}
