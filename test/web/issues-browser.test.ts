// What the scripts add to the pages of issues, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { newPerson, type Person, signIn } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { fillSignIn } from '../support/steps.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let visitor: Visitor

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'work', { is_public: true })
  const client = stithy.client('B').as(ada.access)
  for (const title of ['First', 'Second', 'Third']) await client.post('repos/ada/work/issues', { title })
  visitor = await newVisitor(browser, stithy, { cookie: ada.cookie })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

it('a text is previewed in place, and nothing in it runs', async () => {
  const { page, takeProblems } = visitor
  await page.goto('/ada/work/issues/1')
  const field = page.getByLabel('Comment', { exact: true })
  await field.fill('**strong** #2 <b onclick=alert(1)>x</b><script>alert(1)</script> [x](javascript:alert(1))')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('.md-preview strong').waitFor()
  expect(await page.locator('.md-preview a.reference').getAttribute('href')).toBe('/ada/work/issues/2')
  expect(await field.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Write' }).click()
  expect(await field.inputValue()).toContain('**strong**')
  expect(takeProblems()).toEqual([])
})

it.each([true, false])('a question has the focus while it is asked, script or not: %s', async (javaScript) => {
  const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie, javaScript })
  await page.goto('/ada/work/issues/1')
  const opener = page.getByRole('button', { name: 'Delete issue' }).first()
  expect(await page.locator(':focus').count()).toBe(0)
  await opener.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete #1?' })
  expect(await question.locator(':focus').innerText()).toBe('Cancel')
  await page.keyboard.press('Enter')
  expect([await question.isVisible(), await opener.evaluate((button) => button.matches(':focus'))]).toEqual([
    false,
    true,
  ])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect([await question.isVisible(), await opener.evaluate((button) => button.matches(':focus'))]).toEqual([
    false,
    true,
  ])
  expect((await stithy.client('B').as(ada.access).get('repos/ada/work/issues/1')).status).toBe(200)
  await context.close()
})

it('names and numbers are completed by the keyboard', async () => {
  const { page } = visitor
  await page.goto('/ada/work/issues/1')
  const field = page.getByLabel('Comment', { exact: true })
  await field.fill('')
  await field.pressSequentially('Ask @ad')
  await page.getByRole('option', { name: '@ada' }).waitFor()
  await field.press('Enter')
  await field.pressSequentially('about #Thi')
  await page.getByRole('option', { name: '#3' }).waitFor()
  await field.press('ArrowDown')
  await field.press('Tab')
  expect(await field.inputValue()).toBe('Ask @ada about #3 ')
})

it('a file that is pasted is sent, and stands in the text', async () => {
  const { page } = visitor
  await page.goto('/ada/work/issues/1')
  await page.getByLabel('Comment', { exact: true }).fill('')
  await page.getByLabel('Comment', { exact: true }).focus()
  await page.getByLabel('Comment', { exact: true }).evaluate((field) => {
    const data = new DataTransfer()
    data.items.add(new File(['bytes'], 'shot.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('![shot.png](') === true)
  // Whoever goes on typing adds to it.
  await page.keyboard.type(' below')
  expect(await page.getByLabel('Comment', { exact: true }).inputValue()).toMatch(/^!\[shot\.png\]\(.*\) below$/)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const picture = page.locator('.comment-body img')
  expect(await picture.getAttribute('src')).toMatch(/^\/ada\/work\/attachments\/[0-9a-f-]{36}\/shot\.png$/)
})

it('several files stand on a line each', async () => {
  const { page } = visitor
  await page.goto('/ada/work/issues/2')
  const field = page.getByLabel('Comment', { exact: true })
  await field.fill('See')
  await field.evaluate((area) => {
    const data = new DataTransfer()
    for (const name of ['table.csv', 'big.bin']) data.items.add(new File(['bytes'], name))
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await page.waitForFunction(() => document.querySelector('textarea')?.value.match(/\]\(/g)?.length === 2)
  expect(await field.inputValue()).toMatch(/^See\n\[table\.csv\]\(\S+\)\n\[big\.bin\]\(\S+\)$/)
  await field.fill('')
})

it('a file that is refused is told of beside the text, which stays as it was', async () => {
  const { page, takeProblems } = visitor
  await page.goto('/ada/work/issues/2')
  const field = page.getByLabel('Comment', { exact: true })
  await field.fill('See')
  const paste = (size: number): Promise<void> =>
    field.evaluate((area, bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'big.bin'))
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, size)
  await paste(26 * 1024 * 1024)
  const refused = page.getByRole('alert').filter({ hasText: 'big.bin was not uploaded: ' })
  await refused.getByText('It has 26 MiB; at most 25 MiB are taken.').waitFor()
  expect(await field.inputValue()).toBe('See')
  await paste(5)
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('](') === true)
  expect(await field.inputValue()).toMatch(/^See\n\[big\.bin\]\(\S+\)$/)
  expect(await refused.count()).toBe(0)
  // Nothing was sent to be refused.
  expect(takeProblems()).toEqual([])
  await field.fill('')
})

it('a list is worked through by keys', async () => {
  const { page } = visitor
  await page.goto('/ada/work/issues')
  for (const key of ['j', 'x', 'j', 'j', 'k', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Closed 2 issues.').waitFor()
  expect(await page.locator('[data-row-link]').allInnerTexts()).toEqual(['First'])
  await page.keyboard.press('j')
  await Promise.all([page.waitForURL('**/issues/1'), page.keyboard.press('o')])
})

it('a key opens a new issue from the list, but not while somebody types', async () => {
  const { page } = visitor
  await page.goto('/ada/work/issues')
  await page.keyboard.press('?')
  await page.locator('.keys-dialog', { hasText: 'New issue' }).waitFor()
  await page.keyboard.press('Escape')
  const query = page.getByRole('searchbox', { name: 'Query' })
  await query.press('c')
  expect(await query.inputValue()).toContain('c')
  await query.evaluate((field) => field.blur())
  await Promise.all([page.waitForURL('**/issues/new'), page.keyboard.press('c')])
})

it('several are labelled and assigned from their list, by keyboard', async () => {
  const { page, takeProblems } = visitor
  const client = stithy.client('B').as(ada.access)
  await client.post('repos/ada/work/labels', { name: 'cold' })
  await page.goto('/ada/work/issues?q=is:all')
  const bar = page.getByRole('group', { name: 'Change selected' })
  await page.keyboard.press('a')
  await page.getByText('3 selected').waitFor()
  await bar.locator('summary', { hasText: 'Label' }).press('Enter')
  await bar.getByLabel('cold').press('Space')
  await bar.getByRole('button', { name: 'Add' }).press('Enter')
  await page.getByText('Added cold to 3 issues.').waitFor()
  // Enter in a row's box presses no button; among people to choose from it does what stands below them.
  await page.getByLabel('Select #1').press('Space')
  await page.getByText('1 selected').waitFor()
  await page.getByLabel('Select #1').press('Enter')
  await bar.locator('summary', { hasText: 'Assignee' }).press('Enter')
  await bar.getByLabel('ada', { exact: true }).press('Space')
  await bar.getByLabel('ada', { exact: true }).press('Enter')
  await page.getByText('Assigned 1 issue to ada.').waitFor()
  expect((await client.get('repos/ada/work/issues/1')).body).toMatchObject({
    labels: [{ name: 'cold' }],
    assignees: ['ada'],
  })
  expect(takeProblems()).toEqual([])
})

it('a menu stays open while its words are clicked, and closes when somebody goes on from it', async () => {
  const { page, context } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await stithy.client('B').as(ada.access).post('repos/ada/work/labels', { name: 'hot' })
  await page.goto('/ada/work/issues?q=is:all')
  await page.getByLabel('Select #1').check()
  const bar = page.getByRole('group', { name: 'Change selected' })
  await bar.locator('summary', { hasText: 'Label' }).click()
  await bar.getByText('hot', { exact: true }).click()
  expect(await bar.getByLabel('hot').isChecked()).toBe(true)
  await page.getByLabel('Select #1').focus()
  await bar.getByLabel('hot').waitFor({ state: 'hidden' })
  await context.close()
})

it('what others say is offered at the end without moving anything, and what they change follows by itself', async () => {
  const { page, takeProblems } = visitor
  const client = stithy.client('B').as(ada.access)
  const { body } = await client.post('repos/ada/work/issues', { title: 'Live', body: '- [ ] heat\n- [x] strike' })
  const already = '- [ ] cool\n\n```\nhot iron\n```'
  await client.post(`repos/ada/work/issues/${body.number}/comments`, { body: already })
  await page.goto(`/ada/work/issues/${body.number}`)
  const field = page.getByLabel('Comment', { exact: true })
  await field.fill('I am still writing')
  await page.locator('.comment code').selectText()
  const before = await field.boundingBox()
  await client.post('repos/ada/work/labels', { name: 'hot', color: '#ff0000' })
  for (const text of ['First answer', 'Second answer']) {
    await client.post(`repos/ada/work/issues/${body.number}/comments`, { body: text })
  }
  await client.send('PATCH', `repos/ada/work/issues/${body.number}`, { body: { labels: ['hot'], title: 'Alive' } })
  await page.getByRole('heading', { name: 'Alive' }).waitFor()
  await page.locator('#thread-side .label-chip', { hasText: 'hot' }).waitFor()
  expect(await page.getByText('First answer').count()).toBe(0)
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('hot iron')
  const after = await field.boundingBox()
  expect([await field.inputValue(), after?.y]).toEqual(['I am still writing', before?.y])
  await page.getByRole('button', { name: /^Show \d+ new entries$/ }).click()
  await page.getByText('Second answer').waitFor()
  expect(await field.inputValue()).toBe('I am still writing')
  // Ticking a task changes the text for everybody.
  await page.getByLabel('heat').check()
  await page.getByText('2 of 2 tasks').waitFor()
  const ticked = await client.get(`repos/ada/work/issues/${body.number}`)
  expect(ticked.body['body']).toBe('- [x] heat\n- [x] strike')
  expect(takeProblems()).toEqual([])
})

it('Markdown is written by buttons and keys, and what was typed survives a reload', async () => {
  const { page } = visitor
  await page.goto('/ada/work/issues/2')
  const field = page.getByLabel('Comment', { exact: true })
  await field.fill('iron')
  await field.selectText()
  await page.getByRole('button', { name: 'Bold' }).click()
  expect(await field.inputValue()).toBe('**iron**')
  await field.press('End')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Task list' }).click()
  await field.pressSequentially('heat')
  await field.press('Enter')
  await field.pressSequentially('strike :tad')
  await page.getByRole('option', { name: 'tada' }).waitFor()
  await field.press('Enter')
  expect(await field.inputValue()).toBe('**iron**\n- [ ] heat\n- [ ] strike 🎉 ')
  await page.reload()
  expect(await field.inputValue()).toBe('**iron**\n- [ ] heat\n- [ ] strike 🎉 ')
  await Promise.all([page.waitForURL('**#reply'), field.press('Control+Enter')])
  await page.locator('.comment-body strong', { hasText: 'iron' }).waitFor()
  expect(await field.inputValue()).toBe('')
})

it('what somebody sent after their session had ended is nothing to the next one who signs in', async () => {
  const session = await signIn(stithy, 'ada')
  await newPerson(stithy, 'nora')
  const { page, context } = await newVisitor(browser, stithy, { cookie: session.cookie })
  const kept = () => page.evaluate(() => sessionStorage.length)
  await page.goto('/ada/work/issues/new')
  await page.getByLabel('Title').fill('Between us')
  await page.locator('textarea').fill('A secret')
  await stithy.client().as(session.access).post('auth/logout', {})
  await page.getByRole('button', { name: 'Open issue' }).click()
  await page.getByText('What you typed is kept in this tab').waitFor()
  expect(await kept()).toBe(1)
  await fillSignIn(page, 'nora')
  await page.waitForURL('**/ada/work/issues/new')
  expect(await page.locator('textarea').inputValue()).toBe('')
  expect(await kept()).toBe(0)
  // Nor is what was only typed.
  const comment = page.getByLabel('Comment', { exact: true })
  await page.goto('/ada/work/issues/1')
  await comment.fill('Half a thought')
  await context.clearCookies()
  await page.goto('/login?redirect_to=/ada/work/issues/1')
  await fillSignIn(page, 'ada')
  await page.waitForURL('**/ada/work/issues/1')
  expect(await comment.inputValue()).toBe('')
  await context.close()
})

it('what was sent after the session had ended is in its form again, once one is signed in', async () => {
  const session = await signIn(stithy, 'ada')
  const { page, context } = await newVisitor(browser, stithy, { cookie: session.cookie })
  await page.goto('/ada/work/issues/new?title=From+a+link')
  await page.getByLabel('Title').fill('Cracked anvil')
  await page.locator('textarea').fill('A long story')
  await stithy.client().as(session.access).post('auth/logout', {})
  await page.getByRole('button', { name: 'Open issue' }).click()
  await page.getByText('You were signed out in the meantime, so nothing was sent.').waitFor()
  await page.getByText('What you typed is kept in this tab').waitFor()
  await fillSignIn(page, 'ada', 'wrong password')
  await page.getByText('What you typed is kept in this tab').waitFor()
  await fillSignIn(page, 'ada')
  await page.waitForURL('**/ada/work/issues/new?title=From+a+link')
  expect(await page.getByLabel('Title').inputValue()).toBe('Cracked anvil')
  expect(await page.locator('textarea').inputValue()).toBe('A long story')
  await page.getByRole('button', { name: 'Open issue' }).click()
  await page.getByRole('heading', { name: 'Cracked anvil' }).waitFor()
  // It has arrived, so it is not offered again.
  await page.goto('/ada/work/issues/new')
  expect(await page.locator('textarea').inputValue()).toBe('')
  await context.close()
})

it('Enter in the title opens the issue, not the preview of its text, with or without a script', async () => {
  const { page } = visitor
  await page.goto('/ada/work/issues/new')
  await page.getByLabel('Title').fill('By Enter')
  await Promise.all([page.waitForURL(/issues\/\d+$/), page.getByLabel('Title').press('Enter')])
  await page.goto(`${page.url()}?edit=issue`)
  await page.getByLabel('Title').fill('By Enter, again')
  await Promise.all([page.waitForURL(/issues\/\d+(?:#.*)?$/), page.getByLabel('Title').press('Enter')])
  expect(await page.locator('h1').innerText()).toContain('By Enter, again')
  const plain = await newVisitor(browser, stithy, { cookie: ada.cookie, javaScript: false })
  await plain.page.goto('/ada/work/issues/new')
  await plain.page.getByLabel('Title').fill('Without')
  await Promise.all([plain.page.waitForURL(/issues\/\d+$/), plain.page.getByLabel('Title').press('Enter')])
  await plain.context.close()
})
