// Pull requests in every state, in a repository of their own: discussed, blocked, in conflict, a draft, merged, closed.
import type { Person } from './people.ts'
import { commitTo, openPull } from './pulls.ts'
import { grant } from './repos.ts'
import type { TestStithy } from './stithy.ts'

const strike = (blows: number): string =>
  `export async function strike(iron: Iron): Promise<Nail> {
  if (iron.heat < 1100) throw new Error('strike while the iron is hot')
  for (let blow = 0; blow < ${blows}; blow++) await hammer.fall(iron)
  return new Nail(iron)
}
`

const body = `Three blows are **one too many**: the nail bends, see \`strike\`.

- [x] two blows
- [ ] say so in the README

Fixes #6.
`

export async function furnishPulls(stithy: TestStithy, owner: Person, guest: Person): Promise<void> {
  const ada = stithy.client('B').as(owner.access)
  const bert = stithy.client('B').as(guest.access)
  const repo = `repos/${owner.username}/forge`
  await ada.post('user/repos', { slug: 'forge', is_public: true, auto_init: true })
  await grant(stithy, 'forge', guest, 'Developer')
  await commitTo(ada, repo, 'main', { 'src/strike.ts': strike(3), 'docs/blows.md': 'Three blows.\n' })
  await commitTo(ada, repo, ['stable', 'main'], { 'docs/stable.md': 'Slowly.\n' })
  const head = await twoBlows(ada, repo)
  const { number } = await openPull(ada, repo, 'fix/two-blows', { title: 'Two blows are enough for a nail', body })
  const path = `${repo}/pulls/${number}`
  await ada.post(`${repo}/branch-protections`, { pattern: 'main', required_approvals: 2, required_checks: ['test'] })
  await ada.post(`${path}/requested-reviewers`, { reviewers: [guest.username] })
  await discuss(ada, bert, path)
  for (const [context, state, description] of [
    ['lint', 'success', 'Nothing to say'],
    ['bench', 'failure', '12 % slower than before'],
  ]) {
    const target_url = `https://ci.example.org/${context}`
    await ada.post(`${repo}/commits/${head}/statuses`, { context, state, description, target_url })
  }
  await commitTo(ada, repo, ['draft-tongs', 'main'], { 'src/tongs.ts': 'export const tongs = 1\n' })
  await openPull(bert, repo, 'draft-tongs', { title: 'Tongs', draft: true })
  await commitTo(ada, repo, ['four-blows', 'stable'], { 'src/strike.ts': strike(4) })
  await commitTo(ada, repo, 'stable', { 'src/strike.ts': strike(5) })
  await openPull(bert, repo, 'four-blows', { title: 'Four blows', target_branch: 'stable' })
  await commitTo(ada, repo, ['bellows', 'stable'], { 'src/bellows.ts': 'export const air = 1\n' })
  const merged = await openPull(bert, repo, 'bellows', { title: 'Bellows', target_branch: 'stable' })
  await ada.post(`${repo}/pulls/${merged.number}/merge`, { merge_method: 'squash', delete_branch: true })
  await commitTo(ada, repo, ['anvil', 'stable'], { 'src/anvil.ts': 'export const anvil = 1\n' })
  const free = await openPull(bert, repo, 'anvil', { title: 'An anvil', target_branch: 'stable' })
  await bert.post(`${repo}/pulls/${free.number}/comments`, { body: 'Ready when you are.' })
  await bert.post(`${repo}/issues`, { title: 'Nails bend under the third blow' })
  await guard(ada, bert, repo)
}

type Speaker = ReturnType<TestStithy['client']>

async function twoBlows(ada: Speaker, repo: string): Promise<string> {
  await commitTo(ada, repo, ['fix/two-blows', 'main'], { 'src/strike.ts': strike(2) })
  return commitTo(ada, repo, 'fix/two-blows', { 'docs/blows.md': 'Two blows.\n' })
}

/** Into a branch that asks for everything that a branch can ask for. */
async function guard(ada: Speaker, bert: Speaker, repo: string): Promise<void> {
  const owners = '/src/ @ada\n/docs/ @ada @bert\n'
  await commitTo(ada, repo, ['guarded', 'main'], { CODEOWNERS: owners })
  const files = { 'src/hammer.ts': 'export const hammer = 1\n', 'src/handle.ts': 'export const handle = 1\n' }
  await commitTo(bert, repo, ['hammer', 'guarded'], { ...files, 'docs/hammer.md': 'A hammer.\n' })
  const { number } = await openPull(bert, repo, 'hammer', { title: 'A hammer', target_branch: 'guarded' })
  await commitTo(ada, repo, 'guarded', { 'docs/guarded.md': 'With care.\n' })
  await ada.post(`${repo}/branch-protections`, {
    pattern: 'guarded',
    required_approvals: 1,
    require_resolved_conversations: true,
    require_up_to_date: true,
    require_code_owner_approval: true,
    require_last_push_approval: true,
  })
  await ada.post(`${repo}/pulls/${number}/comments`, { body: 'Of what?', path: 'src/handle.ts', line: 1 })
}

async function discuss(ada: Speaker, bert: Speaker, path: string): Promise<void> {
  const first = await bert.post(`${path}/reviews`, {
    event: 'request_changes',
    body: 'Nearly: one thing about the `loop`.',
    comments: [
      { body: 'Say why it is two:\n```suggestion\n  // Three bend the nail.\n```', path: 'src/strike.ts', line: 3 },
    ],
  })
  const review = await bert.get(`${path}/reviews/${first.body.id}`)
  const said = review.body.comments[0].id
  await ada.post(`${path}/comments`, { body: 'Good idea, will do.', in_reply_to: said })
  const settled = await bert.post(`${path}/comments`, { body: 'Spelled right?', path: 'docs/blows.md', line: 1 })
  await ada.send('PATCH', `${path}/comments/${settled.body.id}`, { body: { resolved: true } })
  await ada.post(`${path}/comments`, { body: 'Thanks for **looking** at it!' })
  // Begun and not submitted: what bert alone sees.
  const more = { body: 'Is it **always** a new one?', path: 'src/strike.ts', line: 4 }
  await bert.post(`${path}/reviews`, { comments: [more] })
}
