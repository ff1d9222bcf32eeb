// What no page may have, whatever it shows.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import type { Visitor } from './browser.ts'

/** Looks at the page that is open in every way: by ear, in both themes, on a phone, and at what it did. */
export async function findFlaws({ page, takeProblems }: Visitor): Promise<string[]> {
  const light = await violations(new AxeBuilder({ page }))
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only the colours have changed, and the checker is still there.
  const dark = await violations(new AxeBuilder({ page, axeSource: ';' }), ['color-contrast'])
  await page.setViewportSize({ width: 360, height: 740 })
  const wide = await tooWide(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  return [
    ...light.map((flaw) => `light: ${flaw}`),
    ...dark.map((flaw) => `dark: ${flaw}`),
    ...wide.map((flaw) => `too wide: ${flaw}`),
    ...takeProblems(),
  ]
}

async function violations(builder: AxeBuilder, only?: string[]): Promise<string[]> {
  const { violations: found } = await builder
    .options({ resultTypes: ['violations'], ...(only === undefined ? {} : { runOnly: only }) })
    .setLegacyMode(true)
    .analyze()
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
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
