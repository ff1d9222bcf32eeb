import type { App } from '../../app.ts'
import { Fault, invalid } from '../../core/errors.ts'
import { parseOwnerName, type Slug } from '../../core/slug.ts'
import { parseTitle } from '../../core/title.ts'
import { refuseClimbingName } from '../lifecycle/on-user-registered.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { parseEmail } from './parse-email.ts'
import type { NewAccount } from './register.ts'

export interface CheckedRegistration {
  readonly username: Slug
  readonly email: string
  readonly fullName: string
}

/** Says everything that is wrong at once: nobody likes to send a form three times. */
export function checkRegistration(app: Pick<App, 'log'>, input: NewAccount): CheckedRegistration {
  const wrong: Fault[] = []
  const tried = <T>(parse: () => T): T | undefined => {
    try {
      return parse()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      wrong.push(error)
      return undefined
    }
  }
  const username = tried(() => {
    refuseClimbingName(app, input.username)
    return parseOwnerName('username', input.username)
  })
  const email = tried(() => parseEmail(input.email))
  const fullName = tried(() => (input.fullName === undefined || input.fullName === '' ? '' : title(input.fullName)))
  const { password } = input
  if (password !== null) tried(() => checkNewPassword(password, { username: input.username, email: input.email }))
  const [first, ...others] = wrong
  if (first !== undefined) throw others.length === 0 ? first : invalid(wrong.flatMap((fault) => fault.details))
  if (username === undefined || email === undefined || fullName === undefined) throw new Error('Nothing was wrong')
  return { username, email, fullName }
}

function title(text: string): string {
  return parseTitle('full_name', text)
}
