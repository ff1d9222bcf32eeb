// A repository that is built from much: lock files of several kinds, one that cannot be read, and a verdict on it.
import { requireSha } from '../../src/core/sha.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { findRepo } from '../../src/features/repos/find-repo.ts'
import { saveVerdict } from '../../src/features/sbom/verdict-store.ts'
import type { Person } from './people.ts'
import { commitTo } from './pulls.ts'
import type { TestStithy } from './stithy.ts'

const npm = [
  ['@babel/helper-plugin-utils', '7.24.8', 'MIT'],
  ['fastify', '5.1.0', 'MIT'],
  ['left-pad', '1.3.0', 'WTFPL'],
  ['pino', '9.5.0', 'MIT'],
  ['semver', '7.6.3', 'ISC'],
  ['typescript', '5.7.2', 'Apache-2.0'],
  [
    'a-package-with-a-name-that-is-longer-than-anybody-would-like-to-read',
    '0.0.1-alpha.20241105',
    '(MIT OR GPL-3.0-or-later)',
  ],
] as const

const packageLock = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { fastify: '5', 'left-pad': '1' }, devDependencies: { typescript: '5' } },
    ...Object.fromEntries(
      npm.map(([name, version, license]) => [
        `node_modules/${name}`,
        { version, license, ...(name === 'typescript' ? { dev: true } : {}) },
      ]),
    ),
  },
})

const crates = ['serde', 'tokio', 'rand', 'bytes'].map(
  (name) =>
    `[[package]]\nname = "${name}"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n`,
)

const verdict = {
  result: 'FAIL',
  critical: 1,
  high: 1,
  medium: 0,
  low: 1,
  unassigned: 0,
  policyViolations: 1,
  components: 13,
  reason: 'Critical findings: 1, high: 1, policy violations: 1; components: 13',
} as const

const found = { component: 'left-pad', version: '1.3.0' }

export async function furnishSbom(stithy: TestStithy, person: Person): Promise<void> {
  const client = stithy.client('B').as(person.access)
  await client.post('user/repos', { slug: 'bellows', description: 'Blows on the fire', is_public: true })
  const repo = `repos/${person.username}/bellows`
  const sha = await commitTo(client, repo, 'main', {
    'package-lock.json': packageLock,
    'engine/Cargo.lock': crates.join('\n'),
    'tools/requirements.txt': 'requests>=2.31\nrich==13.9.4\n',
    'old/composer.lock': '{"packages": [',
  })
  await commitTo(client, repo, ['next', 'main'], {
    'package-lock.json': packageLock.replace('5.1.0', '5.2.0').replaceAll('left-pad', 'right-pad'),
    'tools/requirements.txt': 'requests>=2.32\n',
  })
  const row = await findRepo(stithy.app.db, { owner: person.username, repo: 'bellows' })
  if (row === null) throw new Error('The repository is not there')
  await inTransaction(stithy.app, (tx) =>
    saveVerdict(tx, row.id, requireSha(sha), {
      verdict,
      findings: [
        { vulnerability: 'CVE-2024-4711', severity: 'critical', title: 'Padding without end', ...found },
        { vulnerability: 'GHSA-x2rg-q646-7m2v', severity: 'high', title: 'Prototype pollution', ...found },
        { vulnerability: 'CVE-2024-11', severity: 'low', title: '', component: 'pino', version: '9.5.0' },
      ],
      violations: [{ state: 'FAIL', type: 'LICENSE', policy: 'Only licences that we know', ...found }],
    }),
  )
}
