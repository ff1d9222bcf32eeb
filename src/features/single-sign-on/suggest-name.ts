import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import { parseOwnerName } from '../../core/slug.ts'
import { parseTitle } from '../../core/title.ts'
import type { Claims } from '../../oidc/oidc.ts'
import { isTakenName } from '../owners/insert-owner.ts'

export interface Suggestion {
  /** To begin with, where the person is asked. */
  readonly username: string
  /** Nobody has to be asked: it is a name, and nobody has it. */
  readonly isFree: boolean
}

/** What somebody could be called here, after what they are called there. */
export async function suggestName({ db }: Pick<App, 'db'>, claims: Claims): Promise<Suggestion> {
  const said = claims.username ?? claims.email ?? ''
  // Some providers give an address as the name.
  const username = said.replace(/@.*$/s, '')
  const isName = orNull(() => parseOwnerName('username', username)) !== null
  return { username, isFree: isName && !(await isTakenName(db, username)) }
}

/** Empty for what no account may be called: nobody is kept out by that. */
export function fullNameIn({ fullName }: Claims): string {
  return fullName === null ? '' : (orNull(() => parseTitle('full_name', fullName)) ?? '')
}

function orNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
