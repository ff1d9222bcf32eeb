// A page as somebody in some role comes to see it.
import type { Page } from 'playwright-core'
import type { Household } from './furnish.ts'

export type Role = 'stranger' | 'user' | 'admin' | 'careful' | 'newcomer'

export interface Scene {
  readonly name: string
  readonly role: Role
  /** The route that it shows, as the server spells it. */
  readonly route: string
  readonly open: (page: Page, household: Household) => Promise<unknown>
}

export function at(name: string, role: Role, route: string, path = route): Scene {
  return scene(name, role, route, (page) => page.goto(path))
}

export function scene(name: string, role: Role, route: string, open: Scene['open']): Scene {
  return { name, role, route, open }
}
