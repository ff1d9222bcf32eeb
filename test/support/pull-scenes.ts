// The pages of pull requests, as `furnishPulls` fills them.
import { at, type Role, type Scene, scene } from './scene.ts'

export const pullScenes: readonly Scene[] = [
  repo('pulls', 'stranger', '/pulls'),
  repo('pulls-own', 'user', '/pulls'),
  repo('pulls-merged', 'stranger', '/pulls', '/pulls?q=is:merged'),
  repo('pulls-nothing', 'user', '/pulls', '/pulls?q=zzzzzz'),
  at('pulls-empty', 'user', '/:owner/:repo/pulls', '/ada/blank/pulls'),
  repo('pull', 'stranger', '/pulls/:number', '/pulls/1'),
  repo('pull-own', 'user', '/pulls/:number', '/pulls/1'),
  repo('pull-edit', 'user', '/pulls/:number', '/pulls/1?edit=pull'),
  repo('pull-draft', 'careful', '/pulls/:number', '/pulls/2'),
  repo('pull-conflict', 'user', '/pulls/:number', '/pulls/3'),
  repo('pull-conflicts', 'user', '/pulls/:number/conflicts', '/pulls/3/conflicts'),
  repo('pull-merged', 'stranger', '/pulls/:number', '/pulls/4'),
  repo('pull-merged-own', 'user', '/pulls/:number', '/pulls/4'),
  repo('pull-ready', 'user', '/pulls/:number', '/pulls/5'),
  repo('pull-guarded', 'user', '/pulls/:number', '/pulls/7'),
  repo('pull-guarded-own', 'careful', '/pulls/:number', '/pulls/7'),
  repo('pull-commits', 'stranger', '/pulls/:number/commits', '/pulls/1/commits'),
  repo('pull-files', 'stranger', '/pulls/:number/files', '/pulls/1/files'),
  repo('pull-files-own', 'careful', '/pulls/:number/files', '/pulls/1/files?on=f2-n2#f2-n2'),
  repo('pull-files-split', 'user', '/pulls/:number/files', '/pulls/1/files?view=split'),
  repo('pull-checks', 'user', '/pulls/:number/checks', '/pulls/1/checks'),
  repo('pull-checks-none', 'stranger', '/pulls/:number/checks', '/pulls/5/checks'),
  repo('pull-versions', 'stranger', '/pulls/:number/versions', '/pulls/1/versions'),
  repo('pull-history', 'stranger', '/pulls/:number/history', '/pulls/1/history'),
  repo('pull-new', 'user', '/pulls/new'),
  repo('pull-new-chosen', 'user', '/pulls/new', '/pulls/new?target=stable&source=fix/two-blows'),
  scene('pull-merge-failed', 'user', '/:owner/:repo/pulls/:number', async (page) => {
    await page.goto('/ada/forge/pulls/1')
    await page.getByLabel('Comment', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.locator('.notice-danger').first().waitFor()
  }),
]

function repo(name: string, role: Role, route: string, path = route): Scene {
  return at(name, role, `/:owner/:repo${route}`, `/ada/forge${path}`)
}
