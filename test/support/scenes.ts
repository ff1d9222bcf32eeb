// Every page there is, each as somebody would come to see it.

import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { ciScenes } from './ci-scenes.ts'
import type { Household } from './furnish.ts'
import { issueScenes } from './issue-scenes.ts'
import { password } from './people.ts'
import { pipelineScenes } from './pipeline-scenes.ts'
import { pullScenes } from './pull-scenes.ts'
import { repoScenes } from './repo-scenes.ts'
import { repoWorkScenes } from './repo-work-scenes.ts'
import { sbomScenes } from './sbom-scenes.ts'
import { at, type Role, type Scene, scene } from './scene.ts'
import { teamScenes } from './team-scenes.ts'
import { webhookScenes } from './webhook-scenes.ts'

export type { Role }

export const scenes: readonly Scene[] = [
  at('home', 'stranger', '/'),
  at('login', 'stranger', '/login'),
  scene('login-failed', 'stranger', '/login', async (page) => {
    await page.goto('/login')
    await submit(page, { username: 'nobody', password: 'a wrong phrase 1' })
  }),
  scene('login-two-factor', 'stranger', '/login/two-factor', async (page, { careful }) => {
    await page.goto('/login')
    await submit(page, { username: careful.username, password })
  }),
  scene('sign-on-account', 'stranger', '/login/oidc/account', async (page) => {
    // Not by the page itself, which is to stay at home.
    await page.request.get('/login/oidc')
    await page.goto('/login/oidc/account')
  }),
  at('register', 'stranger', '/register'),
  scene('register-failed', 'stranger', '/register', async (page) => {
    await page.goto('/register')
    await submit(page, { username: 'ada', email: 'ada@example.org', password: 'password1234' })
  }),
  at('forgot-password', 'stranger', '/forgot-password'),
  scene('forgot-password-sent', 'stranger', '/forgot-password', async (page) => {
    await page.goto('/forgot-password')
    await submit(page, { email: 'nobody@example.org' })
  }),
  scene('reset-password', 'stranger', '/reset-password/:token', (page, { user }) => page.goto(user.resetLink)),
  at('reset-password-expired', 'stranger', '/reset-password/:token', '/reset-password/some-token'),
  scene('verify-email', 'stranger', '/verify-email/:token', (page, { newcomer }) => page.goto(newcomer.verifyLink)),
  at('verify-email-expired', 'stranger', '/verify-email/:token', '/verify-email/some-token'),
  scene('unsubscribe', 'stranger', '/notifications/unsubscribe/:token', (page, { unsubscribeLink }) =>
    page.goto(unsubscribeLink),
  ),
  scene('unsubscribed', 'stranger', '/notifications/unsubscribe/:token', async (page, { unsubscribeLink }) => {
    await page.goto(unsubscribeLink)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
  }),
  at('profile-of-somebody', 'stranger', '/:owner', '/ada'),
  at('missing', 'stranger', '/:owner', '/nobody-is-called-so'),
  at('search-empty', 'stranger', '/search'),
  at('search', 'stranger', '/search', '/search?q=a'),
  at('search-nothing', 'stranger', '/search', '/search?q=zzzzzz'),
  at('home-search', 'stranger', '/', '/?q=anvil'),
  at('explore', 'user', '/explore'),
  at('styleguide', 'stranger', '/-/styleguide'),
  ...repoScenes,
  ...repoWorkScenes,
  ...pullScenes,
  ...pipelineScenes,
  ...issueScenes,
  ...teamScenes,
  ...webhookScenes,
  ...ciScenes,
  ...sbomScenes,
  at('api', 'stranger', '/api/docs'),
  scene('api-operation', 'user', '/api/docs', async (page) => {
    await page.goto('/api/docs?form=B#patch_user')
    await page.locator('#patch_user').getByRole('button', { name: 'Send' }).click()
    await page.locator('#patch_user .try-answer').waitFor()
  }),
  at('dashboard', 'user', '/dashboard'),
  scene('menu', 'user', '/dashboard', async (page) => {
    await page.goto('/dashboard')
    await page.getByLabel('Menu of').click()
  }),
  at('my-issues', 'user', '/issues'),
  at('my-pulls', 'user', '/pulls'),
  at('my-pulls-review', 'user', '/pulls', '/pulls?by=review&state=closed'),
  at('profile', 'user', '/:owner', '/ada'),
  at('settings-profile', 'user', '/settings/profile'),
  scene('settings-profile-failed', 'user', '/settings/profile', async (page) => {
    await page.goto('/settings/profile')
    await page.getByLabel('New e-mail').fill('bert@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Change e-mail' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  at('settings-security', 'user', '/settings/security'),
  scene('settings-security-passkeys', 'user', '/settings/security', async (page) => {
    await page.goto('/settings/security')
    await page.getByText('Add a passkey…').click()
  }),
  scene('settings-security-rename', 'user', '/settings/security', async (page) => {
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Rename Pocket' }).first().click()
  }),
  scene('settings-passkey-new', 'user', '/settings/security/passkeys/new', async (page) => {
    await page.goto('/settings/security')
    await page.getByText('Add a passkey…').click()
    await page.locator('#passkey-password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Create passkey' }).waitFor()
  }),
  scene('settings-identity-new', 'user', '/settings/security/identities/new', async (page) => {
    await page.goto('/settings/security')
    await page.getByText('Link your account…').click()
    await page.locator('#identity-password').fill(password)
    await page.locator('#identities').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Continue with Workshop' }).waitFor()
  }),
  at('settings-delete-account', 'user', '/settings/security/delete'),
  at('settings-delete-account-careful', 'careful', '/settings/security/delete'),
  scene('settings-two-factor-setup', 'user', '/settings/security/2fa/setup', async (page) => {
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('Scan this').waitFor()
  }),
  at('settings-ssh-keys', 'user', '/settings/ssh-keys'),
  scene('settings-ssh-keys-question', 'user', '/settings/ssh-keys', async (page) => {
    await page.goto('/settings/ssh-keys')
    await page.getByRole('button', { name: 'Remove laptop' }).click()
  }),
  at('settings-sessions', 'user', '/settings/sessions'),
  at('settings-tokens', 'user', '/settings/tokens'),
  scene('settings-tokens-failed', 'user', '/settings/tokens', async (page) => {
    await page.goto('/settings/tokens')
    await page.getByLabel('Name').fill('no scope')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  scene('settings-tokens-created', 'user', '/settings/tokens', async (page) => {
    await page.goto('/settings/tokens')
    await page.getByLabel('Name').fill('a new one')
    await page.getByLabel('Repositories: Read').check()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('Shown once.').waitFor()
  }),
  at('settings-notifications', 'user', '/settings/notifications'),
  at('notifications', 'user', '/notifications'),
  at('notifications-all', 'user', '/notifications', '/notifications?show=all'),
  scene('notifications-selected', 'user', '/notifications', async (page) => {
    await page.goto('/notifications?show=all')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('status').getByText('selected').waitFor()
  }),
  at('notifications-empty', 'newcomer', '/notifications'),
  at('forbidden', 'user', '/admin'),
  at('admin', 'admin', '/admin'),
  at('admin-users', 'admin', '/admin/users'),
  scene('admin-users-menu', 'admin', '/admin/users', async (page) => {
    await page.goto('/admin/users')
    await page.getByLabel('Actions for carla').click()
  }),
  at('admin-users-nobody', 'admin', '/admin/users', '/admin/users?q=zzzzzz'),
  at('admin-user-delete', 'admin', '/admin/users/:username/delete', '/admin/users/ada/delete'),
  at('admin-quota', 'admin', '/admin/users/:username/quota', '/admin/users/ada/quota'),
  at('admin-repos', 'admin', '/admin/repos'),
  at('admin-repos-none', 'admin', '/admin/repos', '/admin/repos?q=zzzzzz'),
  at('admin-repo-transfer', 'admin', '/admin/repos/:owner/:repo/transfer', '/admin/repos/eve/left/transfer'),
  at('admin-audit', 'admin', '/admin/audit'),
  scene('admin-audit-open', 'admin', '/admin/audit', async (page) => {
    await page.goto('/admin/audit?verify=1')
    await page.locator('.audit-entry').first().click()
  }),
  at('admin-jobs', 'admin', '/admin/jobs'),
  at('admin-mail', 'admin', '/admin/mail'),
  scene('admin-mail-message', 'admin', '/admin/mail/:name', async (page) => {
    await page.goto('/admin/mail')
    await page.getByRole('link', { name: 'Confirm your e-mail address' }).first().click()
    await page.getByRole('heading', { name: 'A kept mail' }).waitFor()
  }),
  at('dashboard-empty', 'newcomer', '/dashboard'),
  at('settings-ssh-keys-empty', 'newcomer', '/settings/ssh-keys'),
  at('settings-tokens-empty', 'newcomer', '/settings/tokens'),
  scene('verify-email-done', 'newcomer', '/verify-email/:token', async (page, { newcomer }) => {
    await page.goto(newcomer.verifyLink)
    await submit(page, {})
  }),
  scene('settings-recovery-codes', 'newcomer', '/settings/security/2fa/recovery-codes', async (page) => {
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = (await page.getByLabel('secret key', { exact: true }).innerText()).replaceAll(/\s/g, '')
    await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Your ten codes').waitFor()
  }),
  at('settings-recovery-codes-again', 'careful', '/settings/security/2fa/recovery-codes'),
  scene('settings-security-on', 'careful', '/settings/security', async (page) => {
    await page.goto('/settings/security')
    await page.getByText('New recovery codes…').click()
  }),
]

/** What the browser of somebody in a role sends along. */
export function cookieFor(role: Role, household: Household): { cookie?: string } {
  return role === 'stranger' ? {} : { cookie: household[role].cookie }
}

/** Fills the form of a page that has one, and waits for what comes of it. */
async function submit(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`main [name="${name}"]`).fill(value)
  // Clicking waits for the page that it leads to.
  await Promise.all([page.waitForEvent('load'), page.locator('main form button:not([type="button"])').first().click()])
}
