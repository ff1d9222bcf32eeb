// Accounts that come and go, with their directory and their mail.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { password } from '../../support/people.ts'
import { type Act, ask, client, count, filesIn, sightOf, unique, type World } from '../world.ts'

/** How many different mails were written to an address. */
async function mailsTo(world: World, address: string): Promise<number> {
  const names = (await filesIn(world, 'mail')).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.map((name) => readFile(join(world.dataDir, 'mail', name), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${address}\r\n`)).length
}

/** On PostgreSQL others may be registering: an empty directory without an owner is left alone for an hour. */
async function hasDirectory(world: World, username: string, row: number): Promise<number> {
  if (!(await filesIn(world, 'repositories')).includes(username)) return 0
  const mayStay = world.env['DATABASE_URL'] !== undefined && row === 0
  return mayStay && (await filesIn(world, `repositories/${username}`)).length === 0 ? 0 : 1
}

/** How far an account has come: 0 not made, 1 made, 2 deleted by an administrator. */
export const lifeOfAccount: Act = async (world) => {
  const username = `u${unique(world)}`
  const email = `${username}@example.org`
  const registering = await ask(world, client(world, null).post('auth/register', { username, email, password }))
  if (registering.outcome === 'refused') return null
  const goesOn = registering.outcome === 'done' && world.random.chance(0.4)
  const deleting = goesOn ? await ask(world, client(world, 'session').send('DELETE', `admin/users/${username}`)) : null
  if (deleting?.outcome === 'refused') return null
  const outcome = deleting?.outcome ?? registering.outcome
  return {
    what: `account ${username}${goesOn ? ', deleted' : ''}`,
    outcome,
    look: async () => {
      const registered = await count(world, `audit where event = 'USER_REGISTERED' and target_name = '${username}'`)
      const deleted = await count(world, `audit where event = 'user_deleted' and target_name = '${username}'`)
      const row = await count(world, `owners where name = '${username}'`)
      const folder = await hasDirectory(world, username, row)
      const inPlace = sightOf(registered === 1 && deleted === 0 ? 1 : 0, { row, folder })
      if (inPlace !== 'whole' && inPlace !== 'absent') return inPlace
      const mails = await mailsTo(world, email)
      // One that was deleted at once may have gone before its mail.
      if (mails > 1 || (registered === 1 && deleted === 0 && mails !== 1)) return `${mails} mails`
      return (goesOn ? deleted : registered) === 1 ? 'whole' : 'absent'
    },
  }
}
