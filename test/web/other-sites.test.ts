import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { newPerson, type Person, password } from '../support/people.ts'
import { headingOf } from '../support/steps.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  ada = await newPerson(stithy, 'ada')
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

describe('a form that another site sends along with our cookie', () => {
  const fields = { full_name: 'Changed by somebody else' }

  it.each([
    ['another origin', () => ({ origin: 'https://e.example' })],
    ['no origin, as from a sandbox', () => ({ origin: 'null' })],
    ['another port of our host', () => ({ origin: 'http://127.0.0.1:1' })],
    ['another site by its own word', () => ({ origin: stithy.url, 'sec-fetch-site': 'cross-site' })],
    ['a sister site by its own word', () => ({ origin: stithy.url, 'sec-fetch-site': 'same-site' })],
  ])('is refused for %s', async (_, headersOf) => {
    const headers = headersOf()
    const answer = await stithy.client().send('POST', '/settings/profile', { cookie: ada.cookie, fields, headers })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('is refused when it says nothing of where it comes from', async () => {
    const raw = 'full_name=Changed'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await stithy.client().send('POST', '/settings/profile', { cookie: ada.cookie, raw, headers })
    expect(answer.status).toBe(403)
  })

  it('does not sign anybody in under a foreign name either', async () => {
    const headers = { origin: 'https://e.example' }
    const answer = await stithy.client().send('POST', '/login', { fields: { username: 'ada', password }, headers })
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  // To a browser another port is the same site, and the cookie goes along; another name is another site.
  it.each(['127.0.0.1', 'localhost'])('changes nothing when a real browser sends it from %s', async (host) => {
    const form = `<form method="post" action="${stithy.url}/settings/profile">
      <input name="full_name" value="Changed by somebody else"></form><script>document.forms[0].submit()</script>`
    const { server, port } = await serveElsewhere(form)
    const { page } = await newVisitor(browser, stithy, { cookie: ada.cookie })
    const answer = page.waitForResponse((one) => one.url() === `${stithy.url}/settings/profile`)
    await page.goto(`http://${host}:${port}/`)
    const sent = await (await answer).request().allHeaders()
    expect(sent['cookie'] !== undefined).toBe(host === '127.0.0.1')
    expect((await answer).status()).toBe(403)
    await page.goto('/ada')
    expect(await headingOf(page)).toBe('ada')
    server.close()
  })
})

async function serveElsewhere(html: string): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return { server, port: (server.address() as AddressInfo).port }
}
