// The pages of pipelines: `furnish` has a repository with some in every state.
import type { Page } from 'playwright-core'
import { at, type Scene, scene } from './scene.ts'

const list = '/:owner/:repo/ci/pipelines'
const one = `${list}/:id`

export const pipelineScenes: readonly Scene[] = [
  at('pipelines-redirect', 'stranger', '/:owner/:repo/ci', '/ada/smithy/ci'),
  at('pipelines', 'user', list, '/ada/smithy/ci/pipelines'),
  scene('pipelines-badge', 'stranger', list, async (page) => {
    await page.goto('/ada/smithy/ci/pipelines?branch=main')
    await page.getByText('Status badge').click()
  }),
  at('pipelines-next', 'stranger', list, '/ada/smithy/ci/pipelines?page=2'),
  at('pipelines-nothing', 'stranger', list, '/ada/smithy/ci/pipelines?branch=nowhere'),
  at('pipelines-empty', 'user', list, '/ada/plans/ci/pipelines'),
  at('pipeline-run', 'user', `${list}/run`, '/ada/smithy/ci/pipelines/run'),
  scene('pipeline-run-failed', 'user', `${list}/run`, async (page) => {
    await page.goto('/ada/smithy/ci/pipelines/run')
    await page.getByLabel('Variables').fill('no sign of it')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  scene('pipeline', 'user', one, (page) => open(page, 'Make nails by the dozen', 'Passed')),
  scene('pipeline-failed', 'user', one, (page) => open(page, 'Write down how many blows', 'Failed')),
  scene('pipeline-error', 'user', one, (page) => open(page, 'Spell it wrong', 'Error')),
  scene('pipeline-running', 'stranger', one, (page) => open(page, 'Keep the fire overnight', 'Running')),
  scene('pipeline-blocked', 'user', one, (page) => open(page, 'Nails of copper', 'Needs approval')),
  scene('pipeline-found', 'stranger', one, async (page) => {
    await open(page, 'Write down how many blows', 'Failed')
    await page.goto(`${new URL(page.url()).pathname}?q=strike`)
    await page.getByText('Back to the whole log').waitFor()
  }),
  at('repo-checked', 'user', '/:owner/:repo', '/ada/smithy'),
  at('branches-checked', 'stranger', '/:owner/:repo/branches', '/ada/smithy/branches'),
  at('commits-checked', 'stranger', '/:owner/:repo/commits/*', '/ada/smithy/commits/main'),
  scene('pull-pipeline', 'user', '/:owner/:repo/pulls/:number', async (page) => {
    await page.goto('/ada/smithy/pulls')
    await page.getByRole('link', { name: 'Nails of copper' }).click()
    await page.getByRole('heading', { name: 'Nails of copper' }).waitFor()
  }),
]

/** It may still be under way: the page shows by itself what comes of it. */
async function open(page: Page, title: string, state: string): Promise<void> {
  await page.goto('/ada/smithy/ci/pipelines')
  await page.getByRole('link', { name: title }).click()
  await page.locator('.pipeline-head .badge', { hasText: state }).waitFor()
}
