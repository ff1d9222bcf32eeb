// The pages of issues, as `furnishIssues` fills them.
import { at, type Role, type Scene, scene } from './scene.ts'

export const issueScenes: readonly Scene[] = [
  repo('issues', 'stranger', '/issues'),
  repo('issues-own', 'user', '/issues'),
  scene('issues-ticked', 'user', '/:owner/:repo/issues', async (page) => {
    await page.goto('/ada/anvil/issues')
    await page.getByLabel('Select #2').check()
    await page.getByText('1 selected').waitFor()
    await page.getByLabel('Label', { exact: true }).first().click()
  }),
  scene('issues-label-ticked', 'user', '/:owner/:repo/issues', async (page) => {
    await page.goto('/ada/anvil/issues')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('group', { name: 'Change selected' }).locator('summary', { hasText: 'Label' }).click()
  }),
  scene('issues-assignee-ticked', 'user', '/:owner/:repo/issues', async (page) => {
    await page.goto('/ada/anvil/issues')
    await page.getByLabel('Select #2').check()
    await page.getByRole('group', { name: 'Change selected' }).locator('summary', { hasText: 'Assignee' }).click()
  }),
  repo('issues-nothing', 'user', '/issues', '/issues?q=zzzzzz'),
  at('issues-empty', 'user', '/:owner/:repo/issues', '/ada/blank/issues'),
  repo('issue', 'stranger', '/issues/:number', '/issues/2'),
  repo('issue-own', 'user', '/issues/:number', '/issues/2'),
  scene('issue-delete', 'user', '/:owner/:repo/issues/:number', async (page) => {
    await page.goto('/ada/anvil/issues/2')
    await page.getByRole('button', { name: 'Delete issue' }).first().click()
    await page.getByRole('dialog').waitFor()
  }),
  repo('issue-locked', 'newcomer', '/issues/:number', '/issues/1'),
  repo('issue-odd', 'newcomer', '/issues/:number', '/issues/3'),
  repo('issue-edit', 'user', '/issues/:number', '/issues/2?edit=issue'),
  repo('issue-quote', 'careful', '/issues/:number', '/issues/2?quote=issue'),
  scene('issue-preview', 'user', '/:owner/:repo/issues/:number', async (page) => {
    await page.goto('/ada/anvil/issues/2')
    await page.getByLabel('Comment', { exact: true }).fill('See **#1**, @bert.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('.md-preview strong').waitFor()
  }),
  scene('issue-suggestions', 'user', '/:owner/:repo/issues/:number', async (page) => {
    await page.goto('/ada/anvil/issues/2')
    await page.getByLabel('Comment', { exact: true }).pressSequentially('Ask @be')
    await page.getByRole('option', { name: '@bert' }).waitFor()
  }),
  repo('issue-history', 'stranger', '/issues/:number/history', '/issues/2/history'),
  repo('issue-new', 'user', '/issues/new'),
  repo('issue-new-guest', 'newcomer', '/issues/new'),
  at('issue-templates', 'user', '/:owner/:repo/issues/new', '/ada/plans/issues/new'),
  scene('issue-new-failed', 'user', '/:owner/:repo/issues/new', async (page) => {
    await page.goto('/ada/anvil/issues/new')
    await page.getByLabel('Title').fill('x')
    await page.getByLabel('Someone else').fill('nobody-here')
    await page.getByRole('button', { name: 'Open issue' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  repo('labels', 'stranger', '/labels'),
  scene('labels-edit', 'user', '/:owner/:repo/labels', async (page) => {
    await page.goto('/ada/anvil/labels')
    await page.getByLabel('Edit bug').click()
  }),
  at('labels-empty', 'user', '/:owner/:repo/labels', '/ada/blank/labels'),
  repo('milestones', 'user', '/milestones'),
  at('milestones-empty', 'user', '/:owner/:repo/milestones', '/ada/blank/milestones'),
  scene('milestone', 'user', '/:owner/:repo/milestones/:id', async (page) => {
    await page.goto('/ada/anvil/milestones')
    await page.getByRole('link', { name: 'First casting', exact: true }).click()
    await page.getByRole('heading', { name: 'First casting' }).waitFor()
  }),
  repo('milestone-new', 'user', '/milestones/new'),
  scene('milestone-edit', 'user', '/:owner/:repo/milestones/:id/edit', async (page) => {
    await page.goto('/ada/anvil/milestones')
    await page.getByRole('link', { name: 'Edit First casting' }).click()
    await page.getByRole('heading', { name: 'Edit milestone' }).waitFor()
  }),
]

function repo(name: string, role: Role, route: string, path = route): Scene {
  return at(name, role, `/:owner/:repo${route}`, `/ada/anvil${path}`)
}
