// The pages of repositories, as `furnishCode` fills them.
import { at, type Role, type Scene, scene } from './scene.ts'

export const repoScenes: readonly Scene[] = [
  at('new-repo', 'user', '/new'),
  scene('new-repo-failed', 'user', '/new', async (page) => {
    await page.goto('/new')
    await page.getByLabel('Name').fill('anvil')
    await page.getByRole('button', { name: 'Create repository' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  at('import-repo', 'user', '/new/import'),
  scene('import-repo-failed', 'user', '/new/import', async (page) => {
    await page.goto('/new/import')
    await page.getByLabel('Address').fill('http://10.0.0.1/ada/bellows.git')
    await page.getByRole('button', { name: 'Import repository' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  repo('repo-import', 'user', '/import'),
  at('repo-arriving', 'user', '/:owner/:repo', '/ada/arriving'),
  at('repo-stranded', 'user', '/:owner/:repo', '/ada/stranded'),
  at('repo-mirror', 'stranger', '/:owner/:repo', '/ada/echo'),
  at('repo-mirror-settings', 'user', '/:owner/:repo/settings/mirror', '/ada/echo/settings/mirror'),
  at('repo-push-mirror', 'user', '/:owner/:repo/settings/push-mirror', '/ada/echo/settings/push-mirror'),
  at('repo-push-mirror-begin', 'user', '/:owner/:repo/settings/push-mirror', '/ada/anvil/settings/push-mirror'),
  at('repo-mirror-begin', 'user', '/:owner/:repo/settings/mirror', '/ada/blank/settings/mirror'),
  scene('repo-watch-menu', 'user', '/:owner/:repo', async (page) => {
    await page.goto('/ada/anvil')
    await page.getByText('Watching', { exact: true }).click()
    await page.getByRole('button', { name: 'Mute: no notifications' }).waitFor()
  }),
  repo('repo', 'stranger', ''),
  repo('repo-own', 'user', ''),
  at('repo-empty', 'user', '/:owner/:repo', '/ada/blank'),
  at('repo-empty-stranger', 'stranger', '/:owner/:repo', '/ada/blank'),
  at('repo-private', 'stranger', '/:owner/:repo', '/ada/plans'),
  scene('repo-branches-menu', 'user', '/:owner/:repo', async (page) => {
    await page.goto('/ada/anvil')
    await page.locator('.ref-switcher summary').click()
  }),
  repo('tree', 'stranger', '/tree/*', '/tree/feature/tongs/src'),
  scene('tree-add', 'user', '/:owner/:repo/tree/*', async (page) => {
    await page.goto('/ada/anvil/tree/main/src')
    await page.getByText('Add file').click()
    await page.getByRole('link', { name: 'Upload files' }).waitFor()
  }),
  repo('blob', 'stranger', '/blob/*', '/blob/main/src/strike.ts#L6-L9'),
  scene('blob-outline', 'stranger', '/:owner/:repo/blob/*', async (page) => {
    await page.goto('/ada/anvil/blob/main/src/strike.ts')
    await page.getByText('Outline').click()
  }),
  repo('blob-document', 'stranger', '/blob/*', '/blob/main/docs/notes.md'),
  repo('blob-source', 'stranger', '/blob/*', '/blob/main/README.md?source=1'),
  repo('blob-picture', 'stranger', '/blob/*', '/blob/main/docs/mark.png'),
  repo('blob-drawing', 'user', '/blob/*', '/blob/main/docs/drawing.svg'),
  repo('blob-table', 'stranger', '/blob/*', '/blob/main/docs/tools.csv'),
  repo('blob-notebook', 'stranger', '/blob/*', '/blob/main/docs/heat.ipynb'),
  repo('blob-lfs', 'stranger', '/blob/*', '/blob/main/docs/kept.bin'),
  repo('blob-lfs-missing', 'stranger', '/blob/*', '/blob/main/docs/big.bin'),
  repo('blob-lfs-picture', 'stranger', '/blob/*', '/blob/main/docs/kept.svg'),
  repo('blob-binary', 'stranger', '/blob/*', '/blob/main/bin/tool.bin'),
  repo('blob-empty', 'stranger', '/blob/*', '/blob/main/empty.txt'),
  repo('blob-long-line', 'stranger', '/blob/*', '/blob/main/src/long-line.js'),
  repo('blame', 'stranger', '/blame/*', '/blame/main/src/strike.ts'),
  repo('commits', 'stranger', '/commits/*', '/commits/main'),
  repo('commits-found', 'stranger', '/commits/*', '/commits/main?q=strike'),
  repo('commits-not-found', 'stranger', '/commits/*', '/commits/main?author=nobody'),
  repo('commits-past-end', 'stranger', '/commits/*', '/commits/main?page=99'),
  repo('commits-graph', 'stranger', '/commits/*', '/commits/v1.0?view=graph'),
  repo('contributors', 'stranger', '/contributors'),
  repo('commits-of-file', 'stranger', '/commits/*', '/commits/main/src/strike.ts'),
  repo('commit', 'stranger', '/commit/:sha', '/commit/main'),
  repo('commit-own', 'user', '/commit/:sha', '/commit/main'),
  repo('commit-cherry-pick', 'user', '/cherry-pick/:sha', '/cherry-pick/main'),
  repo('commit-revert', 'user', '/revert/:sha', '/revert/main'),
  repo('commit-many', 'stranger', '/commit/:sha', '/commit/v0.1'),
  repo('commit-split', 'stranger', '/commit/:sha', '/commit/main?view=split'),
  repo('compare-form', 'stranger', '/compare'),
  repo('compare', 'stranger', '/compare/*', '/compare/main...feature/tongs'),
  repo('compare-direct', 'stranger', '/compare/*', '/compare/main..feature/tongs'),
  repo('compare-nothing', 'stranger', '/compare/*', '/compare/main...v0.1'),
  repo('compare-unknown', 'stranger', '/compare/*', '/compare/main...no-such-branch'),
  repo('missing-file', 'stranger', '/blob/*', '/blob/main/src/gone.ts'),
  repo('branches', 'user', '/branches'),
  repo('tags', 'user', '/tags'),
  repo('forks', 'stranger', '/forks'),
  at('fork-apart', 'careful', '/:owner/:repo', '/bert/anvil'),
  at('fork-branches', 'careful', '/:owner/:repo/branches', '/bert/anvil/branches'),
  at('forks-none', 'user', '/:owner/:repo/forks', '/ada/plans/forks'),
  repo('branch-new', 'user', '/branches/new', '/branches/new?from=main'),
  scene('branch-new-failed', 'user', '/:owner/:repo/branches/new', async (page) => {
    await page.goto('/ada/anvil/branches/new')
    await page.getByLabel('Name').fill('two words')
    await page.getByRole('button', { name: 'Create branch' }).click()
    await page.locator('.notice-danger').waitFor()
  }),
  repo('tag-new', 'user', '/tags/new'),
  repo('find', 'stranger', '/find/*', '/find/main'),
  scene('find-typed', 'stranger', '/:owner/:repo/find/*', async (page) => {
    await page.goto('/ada/anvil/find/main')
    await page.getByLabel('Part of the path').fill('strk')
    await page.getByText('1 file', { exact: true }).waitFor()
  }),
  scene('palette', 'user', '/-/palette', async (page) => {
    await page.goto('/ada/anvil')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('st')
    await page.getByRole('option', { name: 'src/strike.ts' }).waitFor()
  }),
  scene('keys', 'user', '/:owner/:repo/blob/*', async (page) => {
    await page.goto('/ada/anvil/blob/main/src/strike.ts')
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  }),
  repo('repo-search', 'stranger', '/search', '/search?q=iron'),
  at('search-code', 'stranger', '/search', '/search?type=code&q=iron'),
]

function repo(name: string, role: Role, route: string, path = route): Scene {
  return at(name, role, `/:owner/:repo${route}`, `/ada/anvil${path}`)
}
