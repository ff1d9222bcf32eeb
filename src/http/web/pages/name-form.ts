import { Fault, invalidField } from '../../../core/errors.ts'
import { go, type PageAnswer } from '../page-route.ts'

/** As people write it where they mention somebody, too. No name begins with the sign. */
export function typedName(text: string): string {
  return text.trim().replace(/^@/, '')
}

/** A name that was typed and is nobody's is a slip in the form, not a page that is missing. */
export async function orNobody<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault && error.code === 'USER_NOT_FOUND')
      throw invalidField('name', 'unknown', 'there is no user or team with this name')
    throw error
  }
}

/** For the small forms in a list: back to it, with the reason why not. What is forbidden has no way back. */
export async function orRefusal(list: string, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault) || !['conflict', 'invalid'].includes(error.kind)) throw error
    return go(list, { tone: 'danger', text: `${error.message}.` })
  }
}
