import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { newPerson } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { base64 } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let receiver: Receiver
let ada: Client
let bob: Client
let hook: string
const repo = 'repos/ada/anvil'

beforeAll(async () => {
  stithy = await startStithy({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', CI_ENABLED: 'true' })
  receiver = await startReceiver()
  ada = stithy.client().as((await newPerson(stithy, 'ada')).access)
  bob = stithy.client().as((await newPerson(stithy, 'bob')).access)
  await ada.post('user/repos', { slug: 'anvil', auto_init: true })
  await ada.send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Developer' } })
  const made = await ada.post(`${repo}/hooks`, { url: receiver.url, events: ['*'], content_type: 'chat' })
  hook = `${repo}/hooks/${made.body.id}`
})
afterAll(async () => {
  await stithy.stop()
  await receiver.stop()
})

const page = (path: string): string => `${stithy.url}/ada/anvil${path}`
const home = (): string => `<${page('')}|ada/anvil>`

/** Does something, and waits for the messages that it brings: those, and no others. */
async function expectSaid(act: () => Promise<unknown>, ...expected: readonly string[]): Promise<void> {
  const before = receiver.received.length
  await act()
  await eventually(() => {
    const all = receiver.received.slice(before)
    expect(all.map(({ body }) => body)).toEqual(expected.map((text) => ({ text })))
    for (const { headers } of all) expect(headers['content-type']).toBe('application/json')
  })
}

const change = (path: string, body: object) => () => ada.send('PATCH', `${repo}/${path}`, { body })

it('a chat is told of issues in a sentence, and not of edits', async () => {
  expect((await ada.get(hook)).body.content_type).toBe('chat')
  await expectSaid(
    () => ada.post(`${repo}/issues`, { title: 'Cracked', body: 'Look' }),
    `ada opened <${page('/issues/1')}|#1 Cracked> in ${home()}`,
  )
  await change('issues/1', { title: 'Cracked open' })()
  await expectSaid(
    () => ada.post(`${repo}/issues/1/comments`, { body: 'First\nline\n\nSecond' }),
    `ada commented on <${page('/issues/1')}|#1 Cracked open> in ${home()}\n> First\n> line`,
  )
  await expectSaid(
    change('issues/1', { state: 'closed' }),
    `ada closed <${page('/issues/1')}|#1 Cracked open> in ${home()}`,
  )
})

it('what somebody writes calls nobody and makes no links of its own', async () => {
  await expectSaid(
    () => ada.post(`${repo}/issues`, { title: '<!channel> & <http://evil.example|you|me>' }),
    `ada opened <${page('/issues/2')}|#2 &lt;!channel&gt; &amp; &lt;http://evil.example you me&gt;> in ${home()}`,
  )
})

it('of commits and branches it hears with their titles', async () => {
  const write = (path: string, branch: string) =>
    ada.send('PUT', `${repo}/contents/${path}`, {
      body: { message: 'One blow\n\nmore', content: base64(path), branch },
    })
  let sha = ''
  const push = async (): Promise<void> => {
    sha = (await write('one.txt', 'main')).body.commit.sha
  }
  const before = receiver.received.length
  await push()
  await eventually(() => {
    const link = `<${page(`/commit/${sha}`)}|${sha.slice(0, 8)}> One blow`
    const text = `ada pushed a commit to <${page('/commits/main')}|main> of ${home()}\n${link}`
    expect(receiver.received.slice(before).map(({ body }) => body)).toEqual([{ text }])
  })
  await expectSaid(
    () => ada.post(`${repo}/branches`, { name: 'hot/iron', ref: 'main' }),
    `ada made the branch hot/iron in ${home()}`,
  )
  await expectSaid(
    () => ada.send('DELETE', `${repo}/branches/hot%2Firon`),
    `ada deleted the branch hot/iron in ${home()}`,
  )
})

it('of a pull request it hears how it fares, from the first review to the merge', async () => {
  await commitTo(ada, repo, ['thicker', 'main'], { 'two.txt': 'Two' })
  await eventually(() => expect(receiver.received.at(-1)?.body['text']).toContain('pushed a commit'))
  const { number } = await openPull(ada, repo, 'thicker')
  const pull = `<${page(`/pulls/${number}`)}|#${number} Take thicker>`
  await eventually(() => expect(receiver.received.at(-1)?.body).toEqual({ text: `ada opened ${pull} in ${home()}` }))
  await settled(ada, repo, number)
  const review = (event: string, body: string) => () => bob.post(`${repo}/pulls/${number}/reviews`, { event, body })
  await expectSaid(review('request_changes', 'Too thin'), `bob asked for changes in ${pull} in ${home()}\n> Too thin`)
  await expectSaid(review('approve', ''), `bob approved ${pull} in ${home()}`)
  const before = receiver.received.length
  const merged = await ada.post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })
  expect(merged.status, merged.text).toBe(200)
  await eventually(() => {
    const texts = receiver.received.slice(before).map(({ body }) => String(body['text']).split('\n', 1)[0])
    expect(new Set(texts)).toEqual(
      new Set([
        `ada merged ${pull} in ${home()}`,
        `ada pushed 2 commits to <${page('/commits/main')}|main> of ${home()}`,
      ]),
    )
  })
})

it('releases, pipelines and tests of the webhook are told as well', async () => {
  await expectSaid(
    () => ada.post(`${repo}/releases`, { tag_name: 'v1.0', name: 'The first' }),
    `ada made the tag v1.0 in ${home()}`,
    `ada published <${page('/releases/tag/v1.0')}|The first> of ${home()}`,
  )
  await expectSaid(() => ada.post(`${hook}/test`), `Stithy will tell of ${home()} here.`)
  const before = receiver.received.length
  await commitTo(ada, repo, 'main', { '.svc-ci.yml': 'version: 1\nnonsense: true\n' })
  await eventually(async () => {
    const [{ id, number }] = (await ada.get(`${repo}/ci/pipelines`)).body.items
    const text = `<${page(`/ci/pipelines/${id}`)}|Pipeline #${number}> of main in ${home()}: error`
    expect(receiver.received.slice(before).map(({ body }) => body)).toContainEqual({ text })
  })
})
