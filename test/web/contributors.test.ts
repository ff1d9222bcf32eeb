// The plots of who wrote a repository, and when.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, openBrowser } from '../support/browser.ts'
import { newPerson } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const week = 7 * 24 * 60 * 60 * 1000

let stithy: TestStithy
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy(), openBrowser()])
  await newRepo(stithy, await newPerson(stithy, 'ada'), 'work', { is_public: true, auto_init: true })
  page = (await newVisitor(browser, stithy)).page
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

// However many weeks ago the newest month has begun.
it.each([0, 1, 2, 3, 4])('the names of months can be read on every screen, %i weeks from now', async (weeks) => {
  if (weeks > 0) stithy.advance(week)
  await page.goto('/ada/work/contributors')
  for (const width of [375, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const { panel, names, size } = await page.locator('.panel:has(.week-month)').evaluate((element) => {
      const months = [...element.querySelectorAll('.week-month')].filter((month) => month.checkVisibility())
      const boxes = months.map((month) => month.getBoundingClientRect())
      const outer = element.getBoundingClientRect()
      return {
        panel: { left: outer.left, right: outer.right },
        names: boxes.map(({ left, right }) => ({ left, right })),
        size: Math.min(...boxes.map(({ height }) => height)),
      }
    })
    expect(names.length).toBeGreaterThan(4)
    expect(size).toBeGreaterThan(11)
    for (const [at, { left, right }] of names.entries()) {
      expect([width, at, left - (names[at - 1]?.right ?? panel.left) > 4]).toEqual([width, at, true])
      expect([width, at, panel.right - right > 4]).toEqual([width, at, true])
    }
  }
})
