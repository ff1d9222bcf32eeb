// The pages of teams and of who may do what, as `furnishTeams` fills them.
import { at, type Scene, scene } from './scene.ts'

export const teamScenes: readonly Scene[] = [
  at('teams', 'user', '/teams'),
  at('teams-empty', 'newcomer', '/teams'),
  at('teams-all', 'admin', '/teams', '/teams?all=1'),
  at('team-new', 'user', '/teams/new'),
  scene('team-new-failed', 'user', '/teams/new', async (page) => {
    await page.goto('/teams/new')
    await page.getByLabel('Short name').fill('smiths')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  at('team', 'user', '/teams/:slug', '/teams/smiths'),
  at('team-outsider', 'newcomer', '/teams/:slug', '/teams/smiths'),
  at('team-empty', 'user', '/teams/:slug', '/teams/quenchers'),
  at('team-hidden', 'newcomer', '/teams/:slug', '/teams/quenchers'),
  at('team-members', 'user', '/teams/:slug/members', '/teams/smiths/members'),
  at('team-members-maintainer', 'careful', '/teams/:slug/members', '/teams/smiths/members'),
  scene('team-members-failed', 'user', '/teams/:slug/members', async (page) => {
    await page.goto('/teams/smiths/members')
    await page.getByLabel('Username').fill('nobody-is-called-so')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  scene('team-members-question', 'user', '/teams/:slug/members', async (page) => {
    await page.goto('/teams/smiths/members')
    await page.getByRole('button', { name: 'Remove bert' }).click()
  }),
  at('team-settings', 'user', '/teams/:slug/settings', '/teams/smiths/settings'),
  at('team-delete', 'user', '/teams/:slug/settings/delete', '/teams/smiths/settings/delete'),
  scene('team-delete-failed', 'user', '/teams/:slug/settings/delete', async (page) => {
    await page.goto('/teams/smiths/settings/delete')
    await page.getByLabel('Type smiths to confirm').fill('smiths')
    await page.getByRole('button', { name: 'Delete this team' }).click()
    await page.locator('.notice-danger').first().waitFor()
  }),
  at('profile-of-team', 'stranger', '/:owner', '/smiths'),
  at('profile-of-own-team', 'user', '/:owner', '/smiths'),
  at('new-repo-of-team', 'user', '/new', '/new?owner=smiths'),
  collaborators('collaborators', ''),
  collaborators('collaborators-explained', '?user=bert'),
  collaborators('collaborators-hidden', '?user=carla', '/ada/plans'),
  collaborators('collaborators-nobody', '?user=nobody-is-called-so'),
  at('collaborators-of-team', 'user', '/:owner/:repo/settings/collaborators', '/smiths/ledger/settings/collaborators'),
]

function collaborators(name: string, query: string, repo = '/ada/anvil'): Scene {
  return at(name, 'user', '/:owner/:repo/settings/collaborators', `${repo}/settings/collaborators${query}`)
}
