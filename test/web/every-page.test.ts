// What holds for every page, whatever it shows. One visit each: it is looked at in every way while it is open.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPages } from '../../src/http/web/all-pages.ts'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { furnish, type Household } from '../support/furnish.ts'
import { findFlaws } from '../support/page-flaws.ts'
import { atLocalhost } from '../support/passkeys.ts'
import { cookieFor, type Role, scenes } from '../support/scenes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { thorough } from '../support/thorough.ts'

let stithy: TestStithy
let browser: Browser
let household: Household
const visitors = new Map<Role, Visitor>()

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([
    atLocalhost().then((home) => startStithy({ ...home, CI_ENABLED: 'true', STYLEGUIDE_ENABLED: 'true' })),
    openBrowser(),
  ])
  household = await furnish(stithy)
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

async function newLooker(role: Role): Promise<Visitor> {
  const visitor = await newVisitor(browser, stithy, cookieFor(role, household))
  visitors.set(role, visitor)
  return visitor
}

describe.each(scenes)('the page $name', ({ name, role, route, open }) => {
  it('can be used by everybody, fits a phone, and stays at home', async () => {
    const visitor = visitors.get(role) ?? (await newLooker(role))
    await open(visitor.page, household)
    const isFirst = scenes.find((scene) => scene.route === route)?.name === name
    expect(await findFlaws(visitor, !isFirst && !thorough)).toEqual([])
  })
})

it('leaves no page out', () => {
  const visited = new Set(scenes.map((scene) => scene.route))
  const shown = allPages.filter((page) => page.method === 'GET').map((page) => page.path)
  // The settings and the latest release lead on; the others are no pages but files and lists for scripts.
  const exempt = [
    '/login/passkey/options',
    '/settings',
    '/:owner/:repo/media/*',
    '/:owner/:repo/raw/*',
    '/:owner/:repo/archive/*',
    '/:owner/:repo/releases/latest',
    '/:owner/:repo/releases/latest/download/:name',
    '/:owner/:repo/releases/download/*',
    '/:owner/:repo/releases/:id/assets/:asset',
    '/:owner/:repo/suggest',
    '/:owner/:repo/attachments/:id',
    '/:owner/:repo/attachments/:id/:name',
    '/:owner/:repo/sbom/sbom.cdx.json',
    '/:owner/:repo/badge.svg',
    '/:owner/:repo/ci/pipelines/:id/logs.txt',
    '/:owner/:repo/ci/pipelines/:id/artifacts/:artifact',
    '/avatars/:file',
  ]
  expect(shown.filter((path) => !visited.has(path))).toEqual(exempt)
})
