// What no page may have, whatever it shows.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { Visitor } from './browser.ts'

/** The small edition: it goes into every page anew. */
const checkerSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** How much of it: all, without the colours of both themes, or without all that the checker asks, which is slow. */
export type Look = 'whole' | 'colourless' | 'brief'

/** Looks at the page that is open in every way: by ear, in both themes, on a phone, and at what it did. */
export async function findFlaws(visitor: Visitor, look: Look = 'whole'): Promise<string[]> {
  const { page, takeProblems } = visitor
  const seen = look === 'brief' ? [] : await askChecker(page, look === 'whole')
  await page.setViewportSize({ width: 360, height: 740 })
  const wide = await tooWide(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const shaky = await scrollingByAHair(page)
  return [
    ...seen,
    ...wide.map((flaw) => `too wide: ${flaw}`),
    ...shaky.map((flaw) => `scrolls by a hair: ${flaw}`),
    ...takeProblems(),
  ]
}

async function askChecker(page: Page, hasColours: boolean): Promise<readonly string[]> {
  await giveChecker(page)
  await page.evaluate(thinOut)
  const folded = await violations(page, 'folded away')
  const light = await violations(page, hasColours ? 'all' : 'all but colours')
  const dark = hasColours ? await inTheDark(page) : []
  return [...[...folded, ...light].map((flaw) => `light: ${flaw}`), ...dark.map((flaw) => `dark: ${flaw}`)]
}

async function inTheDark(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violations(page, 'colours')
  await page.emulateMedia({ colorScheme: 'light' })
  return dark
}

/** Not by `evaluate`, which has the text read anew for every page: of a script as it is the browser keeps what it has read. */
async function giveChecker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: checkerSource })
  await session.detach()
}

/** Of a long row of things that are made alike a dozen says what there is to say; the rest would take most of the time. */
function thinOut(): void {
  for (const parent of document.querySelectorAll('body *')) {
    const rows = Map.groupBy(parent.children, (child) => `${child.tagName} ${child.className}`)
    for (const row of rows.values()) for (const child of row.slice(12)) child.remove()
  }
}

/** What the checker keeps of a rule. */
interface Rule {
  readonly id: string
  readonly excludeHidden: boolean
  readonly impact: string | null
}

/**
 * What is serious, by rules that can find something serious. A long page that is mostly folded away is first asked by
 * the rules that look at what cannot be seen; then what is folded away goes, since the others would only pass it over,
 * one element after the other.
 */
function violations(page: Page, what: 'folded away' | 'all' | 'all but colours' | 'colours'): Promise<string[]> {
  return page.evaluate(async (which) => {
    const checker = Reflect.get(globalThis, 'axe') as typeof axe
    const isGrave = (impact: unknown): boolean => impact !== 'minor' && impact !== 'moderate'
    const { rules } = Reflect.get(checker, '_audit') as { rules: readonly Rule[] }
    const folded = document.querySelectorAll('details:not([open]) > :not(summary)')
    const isMostlyFolded = document.querySelectorAll('details:not([open]) > :not(summary) *').length > 1000
    if (which === 'folded away' && !isMostlyFolded) return []
    if (which.startsWith('all') && isMostlyFolded) for (const element of folded) element.remove()
    const isLeftOut = (rule: Rule): boolean =>
      !isGrave(rule.impact) ||
      (which === 'folded away' && rule.excludeHidden) ||
      (which !== 'all' && rule.id === 'color-contrast')
    const leftOut = rules.filter(isLeftOut).map((rule) => [rule.id, { enabled: false }] as const)
    const asked = which === 'colours' ? { runOnly: ['color-contrast'] } : { rules: Object.fromEntries(leftOut) }
    const found = await checker.run(document, { resultTypes: ['violations'], ...asked })
    return found.violations
      .filter(({ impact }) => isGrave(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, what)
}

/** What is to scroll sideways gets a second bar where something sticks out below it: pictures do not show bars. */
function scrollingByAHair(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const over = element.scrollHeight - element.clientHeight
        if (over <= 0 || over > 8 || !element.checkVisibility()) return false
        const { overflowY, maxHeight } = getComputedStyle(element)
        return (overflowY === 'auto' || overflowY === 'scroll') && maxHeight === 'none'
      })
      .map((element) => `${element.scrollHeight - element.clientHeight} ${element.outerHTML.slice(0, 120)}`),
  )
}

/** What sticks out to the right and makes the page scroll sideways. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120))
  })
}
