// The pages of webhooks, at each place that has some: `furnish` gives each one that was sent a ping.
import type { Page } from 'playwright-core'
import { at, type Role, type Scene, scene } from './scene.ts'

interface Place {
  readonly name: string
  readonly role: Role
  readonly route: string
  readonly path: string
}

const places: readonly Place[] = [
  { name: 'repo', role: 'user', route: '/:owner/:repo/settings/webhooks', path: '/ada/anvil/settings/webhooks' },
  { name: 'team', role: 'user', route: '/teams/:slug/webhooks', path: '/teams/smiths/webhooks' },
  { name: 'admin', role: 'admin', route: '/admin/webhooks', path: '/admin/webhooks' },
]

export const webhookScenes: readonly Scene[] = [
  ...places.flatMap(scenesOf),
  at('repo-webhooks-empty', 'user', '/:owner/:repo/settings/webhooks', '/ada/plans/settings/webhooks'),
  at('team-webhooks-empty', 'user', '/teams/:slug/webhooks', '/teams/quenchers/webhooks'),
  at('team-webhooks-forbidden', 'newcomer', '/teams/:slug/webhooks', '/teams/smiths/webhooks'),
]

function scenesOf({ name, role, route, path }: Place): readonly Scene[] {
  const open = async (page: Page): Promise<void> => {
    await page.goto(path)
    await page.getByRole('link', { name: 'hooks.example.invalid' }).click()
    await page.getByRole('heading', { name: 'Webhook', exact: true }).waitFor()
  }
  return [
    at(`${name}-webhooks`, role, route, path),
    at(`${name}-webhook-new`, role, `${route}/new`, `${path}/new`),
    scene(`${name}-webhook`, role, `${route}/:id`, open),
    scene(`${name}-webhook-edit`, role, `${route}/:id/edit`, async (page) => {
      await open(page)
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await page.getByRole('heading', { name: 'Edit webhook' }).waitFor()
    }),
    scene(`${name}-webhook-delivery`, role, `${route}/:id/deliveries/:uuid`, async (page) => {
      await open(page)
      await page.getByRole('link', { name: 'ping' }).first().click()
      await page.getByRole('heading', { name: 'Delivery of ping' }).waitFor()
    }),
  ]
}
