import type { Config } from '../../config.ts'
import type { User } from '../../core/user.ts'

/** Addresses are private: wherever others can look, a person has one that leads nowhere. */
export function noreplyAddress(config: Config, user: User): string {
  return `${user.username}@users.noreply.${new URL(config.BASE_URL).hostname}`
}
