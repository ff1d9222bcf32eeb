import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { inTurns } from '../support/thorough.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let visitor: Visitor

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  await newPerson(stithy, 'smith')
  ada = await newPerson(stithy, 'ada')
  visitor = await newVisitor(browser, stithy, { cookie: ada.cookie })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

describe('read without a script', () => {
  it.each(inTurns(['A', 'B'], 2, 0))('shows every operation of openapi.yaml, Form %s', async (form) => {
    const { text } = await stithy.client().get(`/api/docs/openapi.yaml?form=${form}`)
    const { paths } = parse(text) as { paths: Record<string, Record<string, { operationId: string }>> }
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
    const { page, context } = await newVisitor(browser, stithy, { javaScript: false })
    await page.goto(`/api/docs?form=${form}`)
    const shown = await page.locator('.operation-body').evaluateAll((bodies) => bodies.map((body) => body.id))
    expect(shown.toSorted()).toEqual(ids.toSorted())
    await context.close()
  })

  it('opens what a link leads to, with its fields, its answers and a command', async () => {
    const { page, context } = await newVisitor(browser, stithy, { javaScript: false })
    await page.goto('/api/docs?form=A#post_user_keys')
    const operation = page.locator('#post_user_keys')
    await operation.waitFor({ state: 'visible' })
    const body = operation.getByRole('table', { name: 'Body of post_user_keys' })
    expect(await body.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Name/),
      expect.stringMatching(/title\s+string\s+at most 255 characters/),
      expect.stringMatching(/key\s*required\s+string\s+at most 16,384 characters\s+One line of an OpenSSH .pub file/),
    ])
    const answer = operation.getByRole('table', { name: 'Answer 201 of post_user_keys' })
    expect(await answer.innerText()).toMatch(/fingerprint\s+string/)
    const text = await operation.innerText()
    expect(text).toContain('Needs a session')
    expect(text).toContain(`curl -X POST '${stithy.url}/api/v1/user/keys'`)
    expect(text).toContain("-H 'X-API-Form: A'")
    expect(text).not.toContain('Try it')
    await context.close()
  })
})

it('begins with a whole command that sends a token', async () => {
  const token = await newToken(stithy.client().as(ada.access), ['repo:read'])
  const { page } = visitor
  await page.goto('/api/docs')
  const [set, call] = (await page.locator('.api-beginning pre').first().innerText()).trim().split('\n')
  expect(set).toBe('export TOKEN=svc_pat_…')
  const [, address, name, value] = /^curl -s (\S+) -H "([^:]+): (.+)"$/.exec(call ?? '') ?? []
  const answer = await fetch(address ?? '', { headers: { [name ?? '']: value?.replace('$TOKEN', token) ?? '' } })
  expect(await answer.json()).toMatchObject({ username: 'ada' })
})

describe('the filter', () => {
  it('is reached with a slash, and leaves what has every word', async () => {
    const { page } = visitor
    await page.goto('/api/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('delete SSH user')
    const shown = page.locator('.operation:visible')
    expect(await shown.count()).toBe(1)
    expect(await shown.innerText()).toContain('Remove an SSH key')
    expect(await page.getByRole('navigation', { name: 'Parts of the API' }).innerText()).toMatch(/^SSH keys\s+1$/)
    await page.getByLabel('Filter the operations').fill('no such thing')
    await page.getByText('No operation matches').waitFor()
    await page.keyboard.press('Escape')
    expect(await shown.count()).toBeGreaterThan(20)
  })

  it('keeps the place over a change of form', async () => {
    const { page } = visitor
    await page.goto('/api/docs?form=B#get_user')
    await page.getByRole('link', { name: 'Form A' }).click()
    await page.waitForURL('/api/docs?form=A#get_user')
    expect(await page.locator('#get_user').innerText()).toContain('avatar_url')
  })
})

describe('trying it', () => {
  it('goes out as whoever is signed in, in Form B', async () => {
    const answer = await send('B', 'get_user')
    expect(answer.status).toBe('200 OK')
    expect(JSON.parse(answer.body)).toMatchObject({ username: 'ada', roles: ['user'] })
    expect(answer.headers).toMatch(/x-api-form\s+B/)
  })

  it('goes out without credentials in Form A, which takes no cookie', async () => {
    const answer = await send('A', 'get_user')
    expect(answer.status).toBe('401 Unauthorized')
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('goes out with a token, which is kept nowhere', async () => {
    const { page, context } = visitor
    const token = await newToken(stithy.client().as(ada.access), ['repo:read'])
    const answer = await send('A', 'get_user', async () => {
      await page.getByRole('textbox', { name: 'Token optional' }).fill(token)
    })
    expect(answer.status).toBe('200 OK')
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
    expect(kept).not.toContain(token)
    expect(JSON.stringify(await context.cookies())).not.toContain(token)
    await page.reload()
    expect(await page.locator('#api-token').inputValue()).toBe('')
  })

  it('fills the path, the query and the body', async () => {
    const { page } = visitor
    const found = await send('B', 'get_users_username', async (operation) => {
      await operation.getByLabel('username', { exact: true }).fill('smith')
    })
    expect(JSON.parse(found.body)).toMatchObject({ username: 'smith' })
    const listed = await send('B', 'get_user_sessions', async (operation) => {
      await operation.getByLabel('per_page').fill('1')
    })
    expect(JSON.parse(listed.body)).toMatchObject({ total: 1, per_page: 1 })
    const changed = await send('B', 'patch_user', async (operation) => {
      await operation.getByLabel('Body', { exact: true }).fill('{"full_name": "Ada Lovelace"}')
    })
    expect(changed.status).toBe('200 OK')
    await page.goto('/ada')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Ada Lovelace')
  })

  it('copies the command', async () => {
    const { page, context } = visitor
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/api/docs?form=B#get_user')
    await page.getByRole('button', { name: 'Copy curl command for get_user', exact: true }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^curl 'http.*\/api\/v1\/user' \\\n {2}-H/,
    )
  })

  it('is quiet in the console', () => {
    const problems = visitor.takeProblems().filter((problem) => !problem.includes('status of 401'))
    expect(problems).toEqual([])
  })
})

type Locator = ReturnType<Visitor['page']['locator']>

async function send(form: string, id: string, fill: (operation: Locator) => Promise<void> = async () => {}) {
  const { page } = visitor
  await page.goto('about:blank')
  await page.goto(`/api/docs?form=${form}#${id}`)
  const operation = page.locator(`#${id}`)
  await operation.locator('.try-it').waitFor()
  await fill(operation)
  await operation.getByRole('button', { name: 'Send' }).click()
  const part = (name: string) => operation.locator(`[data-part="${name}"]`)
  await part('answer').waitFor()
  return {
    status: await part('status').innerText(),
    headers: await part('headers').innerText(),
    body: await part('text').locator('code').innerText(),
  }
}
