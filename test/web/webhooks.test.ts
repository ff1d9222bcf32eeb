// The pages of webhooks: what was sent, how it went and what comes next.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newPerson, type Person } from '../support/people.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let receiver: Receiver
let ada: Person
let slug: string
let count = 0

beforeAll(async () => {
  ;[stithy, receiver] = await Promise.all([startStithy({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }), startReceiver()])
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => Promise.all([stithy.stop(), receiver.stop()]))
beforeEach(async () => {
  slug = `r${++count}`
  await newRepo(stithy, ada, slug)
})

const api = () => stithy.client('B').as(ada.access)

/** The text of a page, without its marks. */
async function textOf(path: string): Promise<string> {
  const { text } = await stithy.client().get(path, { cookie: ada.cookie })
  return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

async function addHook(events: readonly string[]): Promise<{ id: string; at: string; page: string }> {
  const { body } = await api().post(`repos/ada/${slug}/hooks`, { url: receiver.url, events })
  return { id: body.id, at: `repos/ada/${slug}/hooks/${body.id}`, page: `/ada/${slug}/settings/webhooks/${body.id}` }
}

async function deliveriesOf(at: string): Promise<readonly Record<string, unknown>[]> {
  return itemsOf((await api().get(`${at}/deliveries`)).body)
}

async function open(title: string): Promise<void> {
  await api().post(`repos/ada/${slug}/issues`, { title })
}

it('a webhook is described in the words of its form', async () => {
  const { page } = await addHook(['push', 'pull_request'])
  expect(await textOf(page)).toMatch(/Events Push, Pull requests .*Sent as JSON \(application\/json\)/)
  expect(await textOf(`/ada/${slug}/settings/webhooks`)).toContain('Push, Pull requests')
})

it('a delivery that failed says when it is tried again, and what was answered', async () => {
  receiver.answer = () => ({ status: 500, text: 'out of ink' })
  const { at, page } = await addHook(['issues'])
  await open('First')
  await eventually(async () => {
    expect(await deliveriesOf(at)).toMatchObject([{ attempts: 1 }])
  })
  expect(await textOf(page)).toMatch(/Trying again .*answered 500 in \d+ ms .*Next attempt in/)
  const [one] = await deliveriesOf(at)
  const shown = await textOf(`${page}/deliveries/${String(one?.['id'])}`)
  expect(shown).toMatch(/State Trying again .*Next attempt in .*Response headers .*Response body out of ink/)
})

it('a page that shows what is about to be sent looks again by itself until it was', async () => {
  receiver.answer = () => ({ afterMs: 300 })
  const { at, page } = await addHook(['issues'])
  await stithy.client().send('POST', `${page}/test`, { cookie: ada.cookie, fields: {} })
  const [one] = await deliveriesOf(at)
  const pages = [page, `${page}/deliveries/${String(one?.['id'])}`]
  const waits = (): Promise<boolean[]> =>
    Promise.all(
      pages.map(async (path) => (await stithy.client().get(path, { cookie: ada.cookie })).text.includes('data-waits')),
    )
  expect(await waits()).toEqual([true, true])
  await eventually(async () => expect(await waits()).toEqual([false, false]))
  expect(await textOf(page)).toContain('Delivered')
})

it('what is given up because its webhook was switched off says that', async () => {
  receiver.answer = () => ({ hangUp: true })
  const { at, page } = await addHook(['issues'])
  for (let index = 0; index < 20; index++) await open(`Issue ${index}`)
  await eventually(async () => {
    expect((await api().get(at)).body).toMatchObject({ active: false })
  })
  const list = await textOf(page)
  expect(list).toContain('not sent: the webhook was switched off')
  expect(list).not.toMatch(/disabled|switched off in \d/)
  const all = await deliveriesOf(at)
  const shown = await textOf(`${page}/deliveries/${String(all.at(-1)?.['id'])}`)
  expect(shown).toContain('Failed not sent: the webhook was switched off')
})
