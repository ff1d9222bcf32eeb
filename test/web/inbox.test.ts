// Several notifications at once, in a real browser, with scripts and without.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let bob: Person

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  await newRepo(stithy, ada, 'work', { is_public: true })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

beforeEach(async () => {
  const client = stithy.client('B').as(ada.access)
  await stithy.client().as(bob.access).send('POST', '/notifications/read-all')
  // One after the other: of what happens at once, either may be told first.
  for (const [told, title] of ['First', 'Second', 'Third'].entries()) {
    await client.post('repos/ada/work/issues', { title, body: '@bob' })
    await eventually(async () => {
      const { text } = await stithy.client().get('/notifications', { cookie: bob.cookie })
      if (text.split('data-row=').length !== told + 2) throw new Error(`bob was not told of ${title} yet`)
    })
  }
})

const shown = (page: Page): Promise<string[]> => page.locator('[data-row-link]').allTextContents()
const openInbox = async (options = {}): Promise<Page> => {
  const { page } = await newVisitor(browser, stithy, { cookie: bob.cookie, ...options })
  await page.goto('/notifications')
  return page
}

it('are ticked and marked without any script', async () => {
  const page = await openInbox({ javaScript: false })
  await page.getByLabel('Select Third').check()
  await page.getByLabel('Select First').check()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await page.getByText('2 notifications were marked as done.').waitFor()
  expect(await shown(page)).toEqual(['Unread: Second'])
  await page.goto('/notifications?show=done')
  await page.getByRole('link', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Mark as unread', exact: true }).click()
  await page.getByText('2 notifications were marked as unread.').waitFor()
  expect(await page.getByText('Nothing here').isVisible()).toBe(true)
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Mark as read', exact: true }).click()
  await page.getByText('No notification was selected').waitFor()
  // Enter in a box is no press on the first button.
  await page.getByLabel('Select Third').check()
  await page.getByLabel('Select Third').press('Enter')
  await page.getByText('No button was pressed').waitFor()
  expect(await shown(page)).toEqual(['Unread: Third', 'Unread: Second', 'Unread: First'])
})

it('are ticked and marked by keyboard, and what is ticked is said', async () => {
  const page = await openInbox()
  const said = page.locator('[data-selected-count]')
  const all = page.getByLabel('Select all on this page')
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  expect(await said.textContent()).toBe('2 selected')
  expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true])
  await page.keyboard.press('a')
  expect([await said.textContent(), await all.isChecked()]).toEqual(['3 selected', true])
  await page.keyboard.press('a')
  expect([await said.textContent(), await all.isChecked()]).toEqual(['', false])
  await page.getByLabel('Select Third').click()
  await page.getByLabel('Select First').click({ modifiers: ['Shift'] })
  expect(await said.textContent()).toBe('3 selected')
  // Marking one by itself leaves the others ticked, and is counted beside the list.
  await page.getByRole('link', { name: 'ada/work (3)' }).waitFor()
  await page.getByRole('button', { name: 'Mark as read: Second' }).click()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('link', { name: 'ada/work (2)' }).waitFor()
  expect(await page.getByLabel('Select First').isChecked()).toBe(true)
  await page.keyboard.press('e')
  await page.getByText('2 notifications were marked as done.').waitFor()
  await page.getByText('You are all caught up').waitFor()
})

it('show a repository with a long name beside them, and nothing lies over anything', async () => {
  const slug = 'a-very-long-name-for-a-repository_without_any_gap_in_it'
  await newRepo(stithy, ada, slug, { is_public: true })
  await stithy.client('B').as(ada.access).post(`repos/ada/${slug}/issues`, { title: 'Far away', body: '@bob' })
  const page = await openInbox()
  await eventually(async () => {
    await page.goto('/notifications')
    expect(await shown(page)).toContain('Unread: Far away')
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  const cut = await page
    .locator('.side-nav a')
    .evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent))
  expect(cut).toEqual([])
  const [beside, content] = [page.locator('.side-nav'), page.locator('.side-content')]
  const widest = await beside.evaluate((nav) => nav.getBoundingClientRect().left + nav.scrollWidth)
  expect(widest).toBeLessThan((await content.boundingBox())?.x ?? 0)
})
