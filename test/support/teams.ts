// Teams for tests, made and joined through the API.

import type { Role } from '../../src/core/roles.ts'
import type { Person } from './people.ts'
import type { TestStithy } from './stithy.ts'

export async function newTeam(stithy: TestStithy, owner: Person, slug: string): Promise<void> {
  const answer = await stithy.client('B').as(owner.access).post('teams', { slug })
  if (answer.status !== 201) throw new Error(`team ${slug}: ${answer.status} ${answer.text}`)
}

export async function addMember(
  stithy: TestStithy,
  owner: Person,
  team: string,
  { person, role }: { readonly person: Person; readonly role: Role },
): Promise<void> {
  const path = `teams/${team}/members/${person.username}`
  const answer = await stithy.client('B').as(owner.access).send('PUT', path, { body: { role } })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
}
