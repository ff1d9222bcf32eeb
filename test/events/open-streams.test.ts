import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, type Person } from '../support/people.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { type EventReader, readEvents } from '../support/stream.ts'

const mostOfStranger = 100

let stithy: TestStithy
let ada: Person
let bob: Person
let news: string
let own: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  await stithy.client('B').as(ada.access).post('user/repos', { slug: 'anvil', is_public: true, auto_init: true })
  news = `${stithy.url}/notifications/live/ada/anvil?ci`
  own = `${stithy.url}/notifications/stream`
})
afterAll(() => stithy.stop())

const signedIn = (person: Person) => ({ authorization: `Bearer ${person.access}` })

/** As many as are let in, all at once. */
async function open(count: number, url: string, headers: Record<string, string> = {}): Promise<readonly EventReader[]> {
  const all = await Promise.all(Array.from({ length: count }, () => readEvents(url, headers)))
  expect(all.filter(({ status }) => status !== 200).every(({ status }) => status === 429)).toBe(true)
  return all.filter(({ status }) => status === 200).map(({ reader }) => reader)
}

it('a stranger has so many streams open and no more, and who has signed in is not in their way', async () => {
  const mine = await open(mostOfStranger + 20, news)
  expect(mine).toHaveLength(mostOfStranger)
  const refused = await fetch(news)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ error: 'rate_limited' })
  const [other] = await open(1, news, signedIn(bob))
  expect(other).toBeDefined()
  other?.close()
  mine[0]?.close()
  await eventually(async () => {
    const { status, reader } = await readEvents(news, {})
    reader.close()
    expect(status).toBe(200)
  })
  for (const reader of mine) reader.close()
})

it('an account has many more', async () => {
  const some = await open(mostOfStranger + 150, own, signedIn(ada))
  expect(some).toHaveLength(mostOfStranger + 150)
  for (const reader of some) reader.close()
})

it('whoever asks for the head of one opens none', async () => {
  const heads = await Promise.all([own, news].map((url) => fetch(url, { method: 'HEAD', headers: signedIn(ada) })))
  expect(heads.map((head) => [head.status, head.headers.get('content-type')])).toEqual(
    [own, news].map(() => [200, 'text/event-stream; charset=utf-8']),
  )
  const { text } = await stithy.client().as(ada.access).get('/metrics')
  expect(text).toMatch(/^stithy_open_streams 0$/m)
})

it('comes in chunks, so that a reader who fills a buffer knows that an event is whole; not by HTTP/1.0', async () => {
  const newer = await begin('1.1')
  expect(newer.head).toMatch(/^transfer-encoding: chunked$/im)
  expect(newer.body).toBe('d\r\nretry: 2000\n\n\r\n')
  const older = await begin('1.0')
  expect(older.head).not.toMatch(/^transfer-encoding/im)
  expect(older.body).toBe('retry: 2000\n\n')
})

/** What a stream begins with, as it comes over the line. */
async function begin(version: string): Promise<{ readonly head: string; readonly body: string }> {
  const { hostname, port, pathname } = new URL(own)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${pathname} HTTP/${version}\r\nHost: x\r\nAuthorization: Bearer ${ada.access}\r\n\r\n`)
  let text = ''
  while (!text.includes('2000\n\n')) text += String((await once(socket, 'data'))[0])
  socket.destroy()
  const end = text.indexOf('\r\n\r\n')
  return { head: text.slice(0, end), body: text.slice(end + 4) }
}
