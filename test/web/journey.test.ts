// The whole way through the pages, from registering to a merge and the word that it was talked about: once with scripts
// on a desk in the light, once without any on a phone in the dark. Git itself pushes, a real pipeline runs.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { emailOf, newPerson, type Person, password } from '../support/people.ts'
import { oneJob } from '../support/pipelines.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let reviewer: Person

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy({ CI_ENABLED: 'true' }), openBrowser()])
  reviewer = await newPerson(stithy, 'rita')
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

it.each([
  { how: 'with scripts, on a desk', name: 'ada', javaScript: true, width: 1280, colorScheme: 'light' },
  { how: 'without scripts, on a phone', name: 'grace', javaScript: false, width: 360, colorScheme: 'dark' },
] as const)('somebody gets from registering to a merge, $how', async (journey) => {
  const { name, javaScript, width, colorScheme } = journey
  const author = await newVisitor(browser, stithy, { javaScript, colorScheme })
  const other = await newVisitor(browser, stithy, { javaScript, colorScheme, cookie: reviewer.cookie })
  for (const { page } of [author, other]) await page.setViewportSize({ width, height: 800 })
  const { page } = author

  await registerAndCreate(author, name)
  await push(name)
  await page.goto(`/${name}/nails`)
  await page.locator('.prose').getByText('Three blows').waitFor()
  await page.getByRole('link', { name: 'README.md' }).first().click()
  await page.getByText('Three blows make a nail').first().waitFor()

  await page.goto(`/${name}/nails/issues/new`)
  await page.getByLabel('Title').fill('Two blows are enough')
  await page.getByLabel('Text').fill('Three bend it.\n\n- [ ] say so')
  await press(page, 'Open issue')
  await page.getByText('0 of 1 task').waitFor()
  await fits(page)

  // The reviewer is let in the way people do it, and the branch is made in the editor.
  await page.goto(`/${name}/nails/settings/collaborators`)
  await page
    .getByRole('textbox', { name: 'Name' })
    .or(page.getByRole('combobox', { name: 'Name' }))
    .first()
    .fill('rita')
  await page.locator('select[name="role"]').first().selectOption('Developer')
  await press(page, 'Add')
  await page.goto(`/${name}/nails/edit/main/README.md`)
  await page.getByLabel('Text').fill('# Nails\n\nTwo blows make a nail.\n')
  // A name that would count for nothing cannot be typed.
  expect(await page.locator('#field-new_branch').isVisible()).toBe(false)
  await page.getByLabel('a new branch').check()
  await page.locator('#field-new_branch').fill('two-blows')
  await press(page, 'Commit')
  await page.goto(`/${name}/nails/pulls/new?target=main&source=two-blows`)
  await page.getByLabel('Title').fill('Two blows')
  await page.getByLabel('Text').fill('Fixes #1')
  await press(page, 'Open pull request')
  await page.getByRole('heading', { name: 'Two blows #2' }).waitFor()
  const pull = new URL(page.url()).pathname
  await page.getByLabel('Change: Reviewers').click()
  await page.locator('input[name="reviewers"]').fill('rita')
  await page.locator('button[name="set"][value="reviewers"]').click()
  await page.locator('.reviewer-verdict', { hasText: 'asked' }).waitFor()
  await fits(page)

  await review(other, name, javaScript)

  // The check comes to its end while somebody looks; without scripts they look again.
  await until(page, javaScript, () => page.locator('.merge-checks').getByText('Passed').first())
  await until(page, javaScript, () => page.locator('.reviewer-verdict', { hasText: 'approved' }))
  await page.goto(`${pull}/checks`)
  await page.getByText('The check passed').waitFor()
  await fits(page)
  await page.goto(pull)
  await press(page, 'Merge')
  await page.getByText('The pull request was merged.').waitFor()
  await page.goto(`/${name}/nails/issues/1`)
  await page.getByText('Closed').first().waitFor()

  // What the reviewer wrote has been told, is read by looking at it, and is put away.
  await until(
    page,
    false,
    () => page.getByRole('button', { name: /^Done: Two blows/ }).first(),
    '/notifications?show=all',
  )
  await fits(page)
  // Going elsewhere would take back what has not been sent yet.
  const sent = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page
    .getByRole('button', { name: /^Done: Two blows/ })
    .first()
    .click()
  await sent
  await page.goto('/notifications?show=done')
  await page
    .getByRole('link', { name: /Two blows/ })
    .first()
    .waitFor()
  expect([...author.takeProblems(), ...other.takeProblems()]).toEqual([])
})

async function registerAndCreate({ page }: Visitor, name: string): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('E-mail').fill(emailOf(name))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Create account')
  await page.waitForURL('/dashboard')
  await fits(page)
  await page.goto('/new')
  await page.getByLabel('Name', { exact: true }).fill('nails')
  await press(page, 'Create repository')
  await page.waitForURL(`**/${name}/nails`)
  await page.getByText(`${name}/nails.git`).first().waitFor()
  await fits(page)
}

async function push(name: string): Promise<void> {
  const folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  await writeFile(join(folder, 'README.md'), '# Nails\n\nThree blows make a nail.\n')
  await writeFile(join(folder, '.svc-ci.yml'), oneJob('echo struck'))
  await git(folder, 'add', '.')
  await git(folder, 'commit', '-qm', 'Begin')
  const address = addressOf(stithy, encodeURIComponent(password), `${name}/nails`).replace('//x:', `//${name}:`)
  await git(folder, 'push', '-q', address, 'main')
}

async function review({ page }: Visitor, name: string, javaScript: boolean): Promise<void> {
  await until(page, false, () => page.getByRole('link', { name: /Two blows/ }).first(), '/notifications')
  await page.goto(`/${name}/nails/pulls/2/files`)
  await page.getByText('Two blows make a nail').first().waitFor()
  await fits(page)
  if (javaScript) await suggest(page, `/${name}/nails/pulls/2/files?on=f1-n3`)
  await page.getByRole('button', { name: /^Viewed README/, pressed: false }).click()
  await page.getByText('1 of 1 viewed').waitFor()
  await page.getByRole('button', { name: /^Viewed README/, pressed: true }).waitFor()
  await page.getByLabel('Review', { exact: false }).last().fill('Straight.')
  await press(page, 'Approve')
  await page.getByText('Your review was submitted.').waitFor()
  await page.getByLabel('Comment', { exact: true }).fill('Merge when the check is green.')
  await press(page, 'Comment')
  await page.getByText('Merge when the check is green.').waitFor()
}

/** Lines come as they are, and are written over. Code in a sentence beside them stands in the sentence. */
async function suggest(page: Page, at: string): Promise<void> {
  await page.goto(at)
  await press(page, 'Suggest a change')
  const text = await page.getByRole('textbox', { name: 'Comment on line 3' }).inputValue()
  expect(text).toBe('```suggestion\nTwo blows make a nail.\n```\n')
  await page.keyboard.type('Two blows do.')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('With `a heavy hammer`, that is.')
  await press(page, 'Comment now')
  await page.getByText('Two blows do.').first().waitFor()
  const code = page.locator('code', { hasText: 'a heavy hammer' })
  expect(await code.evaluate((element) => getComputedStyle(element).display)).toBe('inline')
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Nothing hangs over the edge. */
async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, page.url()).toBeLessThanOrEqual(0)
}

type Found = ReturnType<Page['locator']>

/** By itself where the page is live, else by looking again. */
async function until(page: Page, isLive: boolean, find: () => Found, at?: string): Promise<void> {
  if (isLive) return find().waitFor()
  await expect
    .poll(
      async () => {
        await (at === undefined ? page.reload() : page.goto(at))
        return find().count()
      },
      { interval: 300 },
    )
    .toBeGreaterThan(0)
}
