// Issues of a repository that `furnishCode` has filled: labels, milestones, a conversation, and texts that nobody should write.

import type { Person } from './people.ts'
import { base64 } from './repos.ts'
import type { TestStithy } from './stithy.ts'

const steps = `Since \`v1.0\` the hammer **bounces**. Steps:

1. heat to 1100 K
2. strike, see #1

\`\`\`ts
await strike({ heat: 1100, blows: 3 })
\`\`\`

- [x] cold iron
- [ ] hot iron
`

const template = (name: string, about: string): string =>
  base64(`---\nname: ${name}\nabout: ${about}\nlabels: bug\n---\n\n## What happened\n`)

export async function furnishIssues(stithy: TestStithy, owner: Person, guest: Person): Promise<void> {
  const client = stithy.client('B').as(owner.access)
  const other = stithy.client('B').as(guest.access)
  const repo = `repos/${owner.username}/anvil`
  for (const [name, color, description] of [
    ['bug', '#c93c37', 'Something does not work'],
    ['help wanted', '#4f8f3a', ''],
    ['a label with quite a long name that goes on', '#f5e9a8', 'Nobody should call one so'],
  ]) {
    await client.post(`${repo}/labels`, { name, color, description })
  }
  const first = { title: 'First casting', due_at: '2020-01-31', description: 'All that has to hold' }
  await client.post(`${repo}/milestones`, first)
  await client.post(`${repo}/milestones`, { title: 'Some day' })
  await other.post(`${repo}/issues`, { title: 'Which oil is best for quenching?', body: 'Asking for a friend.' })
  await client.post(`${repo}/issues`, {
    title: 'The hammer bounces off hot iron',
    body: steps,
    labels: ['bug', 'help wanted'],
    assignees: [owner.username],
    milestone: 'First casting',
  })
  const long = 'a-word-that-never-ends-'.repeat(8)
  await other.post(`${repo}/issues`, {
    title: `<b>Markup</b> & “quotes” in a title ${long}`,
    body: '<script>alert(1)</script>',
  })
  await client.send('PATCH', `${repo}/issues/3`, { body: { labels: ['a label with quite a long name that goes on'] } })
  const path = `${repo}/issues/2`
  await other.post(`${path}/comments`, {
    body: `It does, @${owner.username}. See also #1 and #3.\n\n> strikes while hot`,
  })
  await client.post(`${path}/comments`, { body: 'Confirmed on `main`.' })
  const { id } = (await client.post(`${path}/comments`, { body: 'Firts look' })).body
  await client.send('PATCH', `${path}/comments/${id}`, { body: { body: 'First look: the heat is read too early.' } })
  await client.send('PATCH', path, { body: { body: `${steps}\nSee also the notes.`, pinned: true } })
  await other.post(`${path}/reactions`, { content: '+1' })
  await client.post(`${path}/reactions`, { content: '+1' })
  await other.post(`${path}/reactions`, { content: 'eyes' })
  await client.send('PATCH', `${repo}/issues/1`, { body: { state: 'closed', locked: true } })
  const templates = { bug: template('A fault', 'Something breaks'), wish: template('A wish', '') }
  for (const [name, content] of Object.entries(templates)) {
    await client.send('PUT', `repos/${owner.username}/plans/contents/.svc/issue_templates/${name}.md`, {
      body: { content },
    })
  }
}
