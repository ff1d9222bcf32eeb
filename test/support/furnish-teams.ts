// A team with members, a repository of its own, and one that is shared with it.
import { furnishWebhook } from './furnish-settings.ts'
import type { Person } from './people.ts'
import type { TestStithy } from './stithy.ts'

export async function furnishTeams(stithy: TestStithy, person: Person): Promise<void> {
  const client = stithy.client('B').as(person.access)
  const put = (path: string, role: string) => client.send('PUT', path, { body: { role } })
  const description = 'They strike while the iron is hot, and sharpen what has become blunt.'
  await client.post('teams', { slug: 'smiths', name: 'The smiths', description })
  await client.post('teams', { slug: 'quenchers' })
  await put('teams/smiths/members/bert', 'Maintainer')
  await put('teams/smiths/members/dmitri-with-quite-a-long-name', 'Reader')
  const about = 'Blow air into the fire'
  await client.post('teams/smiths/repos', { slug: 'bellows', description: about, is_public: true, auto_init: true })
  await client.post('teams/smiths/repos', { slug: 'ledger' })
  await put(`teams/smiths/repos/${person.username}/anvil`, 'Developer')
  await furnishWebhook(client, 'teams/smiths')
  await put(`repos/${person.username}/anvil/collaborators/bert`, 'Maintainer')
  await put(`repos/${person.username}/anvil/collaborators/dmitri-with-quite-a-long-name`, 'Reader')
}
