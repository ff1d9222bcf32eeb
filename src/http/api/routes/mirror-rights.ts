import { Type } from 'typebox'

const name = Type.String({ maxLength: 255 })

/** A setting of the repository, whichever way it goes: for its maintainers. */
const ofMaintainers = {
  tag: 'Repositories',
  right: 'user',
  rate: 'api',
  role: 'Maintainer',
  params: Type.Object({ owner: name, repo: name }),
} as const

export const reading = { ...ofMaintainers, scope: 'repo:read' } as const
export const changing = { ...ofMaintainers, scope: 'repo:write' } as const
