import { invalidField } from '../../core/errors.ts'
import { unseal } from '../../secrets/seal.ts'
import type { Source } from './source.ts'

/** For another server. '' where there is none. */
export function openPassword(key: Uint8Array, place: string, sealed: string | null): string {
  if (sealed === null) return ''
  try {
    return unseal(key, place, sealed)
  } catch {
    throw invalidField(
      'password',
      'unreadable',
      'cannot be read any more, since the secret key is another: give it again',
    )
  }
}

/**
 * One that is not given stays, for what it was given for: whoever gave it may have more on that server. It is opened only
 * then: one that cannot be read any more must not be in the way of a new one.
 */
export async function withOldPassword(
  asked: Source,
  given: string | undefined,
  openOld: () => Promise<Source | null>,
): Promise<Source> {
  if (given !== undefined && given !== '') return asked
  const old = await openOld()
  const isSame = old !== null && old.url.href === asked.url.href && old.username === asked.username
  return isSame ? { ...asked, password: old.password } : asked
}
