// The pages of a repository on which people work: editing, releases, settings.
import { at, type Role, type Scene, scene } from './scene.ts'

export const repoWorkScenes: readonly Scene[] = [
  repo('blob-own', 'user', '/blob/*', '/blob/main/src/strike.ts'),
  repo('edit', 'user', '/edit/*', '/edit/main/src/strike.ts'),
  scene('edit-changes', 'user', '/:owner/:repo/edit/*', async (page) => {
    await page.goto('/ada/anvil/edit/main/README.md')
    const field = page.locator('textarea[name="content"]')
    await field.fill(`${await field.inputValue()}\nStrike while it is *hot*.\n`)
    await page.getByRole('button', { name: 'Show changes' }).click()
    await page.locator('#changes').waitFor()
  }),
  scene('edit-conflict', 'user', '/:owner/:repo/edit/*', async (page) => {
    await page.goto('/ada/anvil/edit/main/src/strike.ts')
    // As if somebody else had committed since.
    await page.locator('[name="sha"]').evaluate((input) => input.setAttribute('value', 'a'.repeat(40)))
    await page.getByRole('button', { name: 'Commit' }).click()
    await page.getByText('Conflict.').waitFor()
    await page.getByText('The file as it is now', { exact: true }).first().click()
  }),
  repo('edit-binary', 'user', '/edit/*', '/edit/main/bin/tool.bin'),
  repo('edit-tag', 'user', '/edit/*', '/edit/v1.0/README.md'),
  repo('new-file', 'user', '/new/*', '/new/main/src'),
  at('new-file-first', 'user', '/:owner/:repo/new/*', '/ada/blank/new/main'),
  scene('new-file-failed', 'user', '/:owner/:repo/new/*', async (page) => {
    await page.goto('/ada/anvil/new/main')
    await page.getByLabel('Path').fill('README.md')
    await page.getByLabel('a new branch').check()
    await page.getByRole('button', { name: 'Commit' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  repo('upload', 'user', '/upload/*', '/upload/main/docs'),
  scene('upload-nothing', 'user', '/:owner/:repo/upload/*', async (page) => {
    await page.goto('/ada/anvil/upload/main')
    // As a browser without the check would send it.
    await page.locator('[name="files"]').evaluate((input) => input.removeAttribute('required'))
    await page.getByRole('button', { name: 'Commit' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  repo('delete-file', 'user', '/delete/*', '/delete/main/docs/notes.md'),
  repo('releases', 'stranger', '/releases'),
  repo('releases-own', 'user', '/releases'),
  at('releases-empty', 'user', '/:owner/:repo/releases', '/ada/plans/releases'),
  repo('release', 'stranger', '/releases/tag/*', '/releases/tag/v1.0'),
  repo('release-new', 'user', '/releases/new'),
  scene('release-new-refused', 'user', '/:owner/:repo/releases/new', async (page) => {
    await page.goto('/ada/anvil/releases/new')
    await page.getByLabel('Tag', { exact: true }).fill('v5')
    await page.getByLabel('Notes').fill('What is **new**')
    const twice = { name: 'anvil.tar.gz', mimeType: 'application/gzip', buffer: Buffer.from('x') }
    await page.getByLabel('Files to download').setInputFiles([twice, twice])
    await page.getByRole('button', { name: 'Create release' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  scene('release-edit', 'user', '/:owner/:repo/releases/:id/edit', async (page) => {
    await page.goto('/ada/anvil/releases/tag/v1.0')
    await page.getByRole('link', { name: 'Edit The first that holds' }).click()
    await page.getByRole('heading', { name: 'Edit release' }).waitFor()
  }),
  repo('fork', 'careful', '/fork'),
  repo('fork-edit', 'newcomer', '/fork-edit/*', '/fork-edit/main/README.md'),
  at('repo-fork', 'stranger', '/:owner/:repo', '/bert/anvil'),
  repo('repo-settings', 'user', '/settings'),
  repo('repo-settings-forbidden', 'newcomer', '/settings'),
  scene('repo-settings-failed', 'user', '/:owner/:repo/settings', async (page) => {
    await page.goto('/ada/anvil/settings')
    await page.getByLabel('Name').fill('plans')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  repo('repo-transfer', 'user', '/settings/transfer'),
  repo('repo-delete', 'user', '/settings/delete'),
  repo('repo-protections', 'user', '/settings/branches'),
  at('repo-protections-empty', 'user', '/:owner/:repo/settings/branches', '/ada/plans/settings/branches'),
  repo('repo-protection-new', 'user', '/settings/branches/new'),
  scene('repo-protection', 'user', '/:owner/:repo/settings/branches/:id/edit', async (page) => {
    await page.goto('/ada/anvil/settings/branches')
    await page.getByRole('link', { name: 'Edit release/*' }).click()
    await page.getByRole('heading', { name: 'Edit protection' }).waitFor()
  }),
  repo('repo-tag-protections', 'user', '/settings/tags'),
  at('repo-tag-protections-empty', 'user', '/:owner/:repo/settings/tags', '/ada/plans/settings/tags'),
  repo('repo-tag-protection-new', 'user', '/settings/tags/new'),
  scene('repo-tag-protection', 'user', '/:owner/:repo/settings/tags/:id/edit', async (page) => {
    await page.goto('/ada/anvil/settings/tags')
    await page.getByRole('link', { name: 'Edit v*' }).click()
    await page.getByRole('heading', { name: 'Edit protection' }).waitFor()
  }),
  repo('repo-keys', 'user', '/settings/keys'),
  at('repo-keys-empty', 'user', '/:owner/:repo/settings/keys', '/ada/plans/settings/keys'),
  repo('repo-attachments', 'user', '/settings/attachments'),
  at('repo-attachments-empty', 'user', '/:owner/:repo/settings/attachments', '/ada/plans/settings/attachments'),
]

function repo(name: string, role: Role, route: string, path = route): Scene {
  return at(name, role, `/:owner/:repo${route}`, `/ada/anvil${path}`)
}
