// The pages of pipelines: variables and configuration.
import { at, type Scene, scene } from './scene.ts'

const variables = '/:owner/:repo/ci/variables'
const config = '/:owner/:repo/ci/config'
const ofTeam = '/teams/:slug/ci/variables'

export const ciScenes: readonly Scene[] = [
  at('ci-variables', 'user', variables, '/smiths/bellows/ci/variables'),
  at('ci-variables-empty', 'user', variables, '/ada/plans/ci/variables'),
  scene('ci-variables-failed', 'user', variables, async (page) => {
    await page.goto('/smiths/bellows/ci/variables')
    await page.getByLabel('Name').fill('PATH')
    await page.getByLabel('Value').fill('/tmp')
    await page.getByRole('button', { name: 'Add variable' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  scene('ci-variables-question', 'user', variables, async (page) => {
    await page.goto('/smiths/bellows/ci/variables')
    await page.getByRole('button', { name: 'Delete DEPLOY_TOKEN' }).click()
  }),
  scene('ci-variable-edit', 'user', `${variables}/:id/edit`, async (page) => {
    await page.goto('/smiths/bellows/ci/variables')
    await page.getByRole('link', { name: 'Edit DEPLOY_TOKEN' }).click()
    await page.getByRole('heading', { name: 'Edit DEPLOY_TOKEN' }).waitFor()
  }),
  at('team-variables', 'user', ofTeam, '/teams/smiths/ci/variables'),
  at('team-variables-forbidden', 'newcomer', ofTeam, '/teams/smiths/ci/variables'),
  scene('team-variable-edit', 'user', `${ofTeam}/:id/edit`, async (page) => {
    await page.goto('/teams/smiths/ci/variables')
    await page.getByRole('link', { name: 'Edit REGION' }).click()
    await page.getByRole('heading', { name: 'Edit REGION' }).waitFor()
  }),
  at('ci-config', 'stranger', config, '/smiths/bellows/ci/config'),
  at('ci-config-own', 'user', config, '/smiths/bellows/ci/config'),
  at('ci-config-wrong', 'user', config, '/smiths/bellows/ci/config?ref=broken'),
  at('ci-config-none', 'user', config, '/ada/anvil/ci/config'),
  at('ci-config-edit', 'user', `${config}/edit`, '/smiths/bellows/ci/config/edit'),
  scene('ci-config-edit-typed', 'user', `${config}/edit`, async (page) => {
    await page.goto('/smiths/bellows/ci/config/edit')
    await page.getByLabel('Text').fill('version: 1\njobs:\n  test:\n    stepz: []\n  other: 1\n')
    await page
      .getByRole('button', { name: /^Line \d+/ })
      .first()
      .waitFor()
  }),
  scene('ci-config-edit-failed', 'user', `${config}/edit`, async (page) => {
    await page.goto('/ada/anvil/ci/config/edit')
    await page.getByLabel('Text').fill('version: 2\n')
    await page.getByRole('button', { name: 'Commit' }).click()
    await page.getByText('Not valid.').waitFor()
  }),
]
