// Issues and comments, with who is told of them.
import { type Act, ask, client, count, sightOf, unique, type World } from '../world.ts'

const repo = 'repos/ada/work'

function toldBob(world: World, title: string): Promise<number> {
  return count(
    world,
    `notifications join threads on threads.id = thread_id join owners on owners.id = user_id
     where owners.name = 'bob' and threads.title = '${title}'`,
  )
}

export const openIssue: Act = async (world) => {
  const title = `Issue ${unique(world)}`
  const { outcome } = await ask(world, client(world, 'ada').post(`${repo}/issues`, { title, body: 'For @bob.' }))
  if (outcome === 'refused') return null
  return {
    what: `issue "${title}"`,
    outcome,
    look: async () => {
      const rows = await count(world, `threads where title = '${title}'`)
      const told = await count(world, `hook_deliveries where event = 'issues' and body like '%${title}%'`)
      return sightOf(rows === 0 ? 0 : 1, { rows, told, notified: await toldBob(world, title) })
    },
  }
}

export const comment: Act = async (world) => {
  const text = `Comment ${unique(world)}`
  const opened = await ask(world, client(world, 'ada').post(`${repo}/issues`, { title: `About ${text}`, body: '' }))
  if (opened.outcome !== 'done' || opened.answer === null) return null
  const number = String(opened.answer.body.number)
  const { outcome } = await ask(
    world,
    client(world, 'ada').post(`${repo}/issues/${number}/comments`, { body: `${text} for @bob.` }),
  )
  if (outcome === 'refused') return null
  return {
    what: `comment "${text}"`,
    outcome,
    look: async () => {
      const rows = await count(world, `comments where body like '${text} %'`)
      const told = await count(world, `hook_deliveries where event = 'issue_comment' and body like '%${text} %'`)
      const counted = await count(world, `threads where title = 'About ${text}' and comment_count = 1`)
      const notified = await toldBob(world, `About ${text}`)
      return sightOf(rows === 0 ? 0 : 1, { rows, told, counted, notified })
    },
  }
}
