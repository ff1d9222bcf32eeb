// The architecture check is only worth something if it fails when it should. Each rule meets a small tree that breaks
// it; the trees are real files, read by the real check.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const project = join(import.meta.dirname, '../..')
const run = promisify(execFile)

// The rule a line breaks → the file it stands in and the line.
const violations = [
  ['core-imports', 'core/to-db.ts', "import '../db/open.ts'"],
  ['core-imports', 'core/to-db-type.ts', "import type { Db } from '../db/open.ts'"],
  ['core-packages', 'core/to-package.ts', "import 'kysely'"],
  ['core-packages', 'core/to-builtin.ts', "import 'node:path'"],
  ['config-imports', 'config.ts', "import './db/open.ts'"],
  ['secrets-imports', 'secrets/to-db.ts', "import '../db/open.ts'"],
  ['db-imports', 'db/to-features.ts', "import '../features/issues/close-issue.ts'"],
  ['db-imports', 'db/to-features-type.ts', "import type { Issue } from '../features/issues/issue.ts'"],
  ['git-imports', 'git/to-db.ts', "import '../db/open.ts'"],
  ['outbox-imports', 'outbox/to-git.ts', "import '../git/run-git.ts'"],
  ['features-imports', 'features/issues/to-http.ts', "import '../../http/server.ts'"],
  ['features-imports', 'features/issues/to-config.ts', "import '../../config.ts'"],
  ['features-imports', 'features/issues/to-app.ts', "import '../../app.ts'"],
  ['app-imports', 'app.ts', "import './db/open.ts'"],
  ['http-imports', 'http/to-db.ts', "import '../db/open.ts'"],
  ['http-imports', 'http/to-compose.ts', "import '../compose.ts'"],
  ['ssh-imports', 'ssh/to-http.ts', "import '../http/server.ts'"],
  ['worker-imports', 'worker/to-db.ts', "export * from '../db/open.ts'"],
  ['views-import-types-of-features', 'http/web/views/issue.tsx', "import '../../../features/issues/close-issue.ts'"],
  ['store-of-another-feature', 'features/pulls/open-pull.ts', "import '../issues/store.ts'"],
  ['store-of-another-feature', 'features/pulls/merge-pull.ts', "import '../issues/label-store.ts'"],
  ['store-of-a-feature', 'http/to-store.ts', "import '../features/issues/store.ts'"],
  ['no-circles', 'features/pulls/first.ts', "import './second.ts'"],
  ['spawn', 'features/ci/start.ts', "import { spawn } from 'node:child_process'\nspawn('true')"],
  ['spawn', 'features/ci/start-late.ts', "await import('node:child_process')"],
  ['environment', 'http/to-process.ts', "import { env } from 'node:process'\nenv"],
  ['environment', 'http/to-env.ts', "console.log(process.env['HOME'])"],
  ['environment', 'http/to-env-by-key.ts', "console.log(process['env'])"],
  ['environment', 'http/to-env-apart.ts', 'const { env } = process\nenv'],
  ['environment', 'http/to-env-global.ts', 'console.log(globalThis.process.env)'],
  ['unresolvable', 'http/to-nowhere.ts', "import './nowhere.ts'"],
  ['development-package', 'http/to-vitest.ts', "import 'vitest'"],
  ['not-in-the-table', 'helpers/anything.ts', ''],
] as const

// What is allowed, among it what comes close to the violations.
const allowed = {
  'core/errors.ts': "import type { Kysely } from 'kysely'\nexport type E = Kysely<object>",
  'app.ts': "import type { Db } from './db/open.ts'\nexport type App = { db: Db }",
  'db/open.ts': "import '../core/errors.ts'\nimport 'kysely'\nexport type Db = object",
  'git/spawn-with-files.ts': "import { spawn } from 'node:child_process'\nspawn('true')",
  'git/run-git.ts': "import './spawn-with-files.ts'",
  'outbox/emit.ts': "import '../db/open.ts'",
  'features/issues/issue.ts': "import type { App } from '../../app.ts'\nexport type Issue = App",
  'features/issues/store.ts': "import '../../db/open.ts'",
  'features/issues/label-store.ts': '',
  'features/issues/close-issue.ts': "import './store.ts'\nimport '../../outbox/emit.ts'\nimport '../../git/run-git.ts'",
  'features/pulls/second.ts': "import type { First } from './types.ts'\nexport type Second = First",
  'features/pulls/types.ts': "import type { Second } from './second.ts'\nexport type First = Second | null",
  'features/pulls/close-pull.ts': "import '../issues/close-issue.ts'",
  'http/server.ts': "import 'fastify'\nimport '../features/issues/close-issue.ts'\nimport '../core/errors.ts'",
  'http/web/views/pull.tsx':
    "import type { Issue } from '../../../features/issues/issue.ts'\nexport type Props = Issue",
  'http/server.test.ts': "import 'vitest'\nimport '../db/open.ts'",
  'config.ts': "import './core/errors.ts'\nconsole.log(process.env)",
  'compose.ts': "import './http/server.ts'\nimport './config.ts'\nimport './features/issues/store.ts'",
  'main.ts': "import './compose.ts'\n// Not process.env, only this:\nprocess.exit(0)",
}

const roots: string[] = []

async function tree(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'stithy-architecture-'))
  roots.push(root)
  await mkdir(join(root, 'src'))
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
  await symlink(join(project, 'package.json'), join(root, 'package.json'))
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, 'src', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${text}\nexport {}\n`)
  }
  return root
}

async function check(files: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const script = join(project, 'script/architecture.mjs')
  const result = await run(process.execPath, [script, await tree(files)]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  )
  return { code: result.code, lines: result.stdout.trim().split('\n') }
}

afterAll(async () => {
  for (const root of roots) await rm(root, { recursive: true })
})

test('a tree that keeps to the table passes', async () => {
  expect(await check(allowed)).toEqual({ code: 0, lines: ['19 modules, 0 findings'] })
})

test('a tree in which nothing can be read fails', async () => {
  const { code, lines } = await check({})
  expect(code).toBe(1)
  expect(lines[0]).toContain('nothing-read')
})

describe('a tree that breaks the table', () => {
  let broken: { code: number; lines: string[] }

  beforeAll(async () => {
    broken = await check({
      ...allowed,
      ...Object.fromEntries(violations.map(([, file, text]) => [file, text])),
      // The way back of the circle.
      'features/pulls/second.ts': "import './first.ts'",
    })
  })

  test('fails', () => {
    expect(broken.code).toBe(1)
  })

  test.each(violations)('%s names %s', (rule, file) => {
    expect(broken.lines.filter((line) => line.startsWith(`${rule}: src/${file} `))).not.toEqual([])
  })

  test('is told of nothing else', () => {
    const expected = new Set(violations.map(([rule, file]) => `${rule}: src/${file}`))
    // A circle is reported from each of its files.
    expected.add('no-circles: src/features/pulls/second.ts')
    const found = broken.lines.slice(0, -1).map((line) => line.split(' ').slice(0, 2).join(' '))
    expect(found.filter((line) => !expected.has(line))).toEqual([])
  })
})
