// What holds for every page, whatever it shows. One visit each: it is looked at in every way while it is open.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPages } from '../../src/http/web/all-pages.ts'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { furnish, type Household } from '../support/furnish.ts'
import { startProvider, type TestProvider } from '../support/openid-provider.ts'
import { findFlaws, type Look } from '../support/page-flaws.ts'
import type { Scene } from '../support/scene.ts'
import { cookieFor, type Role, scenes } from '../support/scenes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { inTurns, thorough } from '../support/thorough.ts'

let stithy: TestStithy
let provider: TestProvider
let browser: Browser
let household: Household
const visitors = new Map<Role, Visitor>()

beforeAll(async () => {
  provider = await startProvider()
  ;[stithy, browser] = await Promise.all([
    startStithy({ ...provider.settings, CI_ENABLED: 'true', STYLEGUIDE_ENABLED: 'true' }),
    openBrowser(),
  ])
  household = await furnish(stithy)
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
  await provider.stop()
})

async function newLooker(role: Role): Promise<Visitor> {
  const visitor = await newVisitor(browser, stithy, cookieFor(role, household))
  visitors.set(role, visitor)
  return visitor
}

/** Every page once. What else there is to see on one is made of the same parts, and so are the colours of its themes. */
const firsts = scenes.filter(({ route }, index) => scenes.findIndex((scene) => scene.route === route) === index)
const others = scenes.filter((scene) => !firsts.includes(scene))
const chosen = new Set([...firsts, ...inTurns(others, 4, 0)])
const shown = scenes.filter((scene) => chosen.has(scene))
/** The guide to the style has every part. */
const inColour = new Set([...inTurns(firsts, 3, 0), ...firsts.filter(({ name }) => name === 'styleguide')])

function lookFor(scene: Scene): Look {
  if (thorough || inColour.has(scene)) return 'whole'
  return firsts.includes(scene) ? 'colourless' : 'brief'
}

describe.each(shown)('the page $name', (scene) => {
  it('can be used by everybody, fits a phone, and stays at home', async () => {
    const visitor = visitors.get(scene.role) ?? (await newLooker(scene.role))
    await scene.open(visitor.page, household)
    expect(await findFlaws(visitor, lookFor(scene))).toEqual([])
  })
})

it('leaves no page out', () => {
  const visited = new Set(shown.map((scene) => scene.route))
  const pages = allPages.filter((page) => page.method === 'GET').map((page) => page.path)
  // The settings, the latest release and signing in elsewhere lead on; the others are no pages but files and lists for scripts.
  const exempt = [
    '/login/passkey/options',
    '/login/oidc',
    '/login/oidc/callback',
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
  expect(pages.filter((path) => !visited.has(path))).toEqual(exempt)
})
