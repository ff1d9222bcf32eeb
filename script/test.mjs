// Runs the checks and the tests, and counts. Called by script/test.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

process.chdir(join(import.meta.dirname, '..'))

const tsc = 'node_modules/typescript7/bin/tsc'
const formatHint = 'To put it right: node_modules/.bin/biome check --write'
const checks = [
  { name: 'build', command: ['script/build'] },
  { name: 'lint', command: ['node_modules/.bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: [tsc, '-p', '.'] },
  { name: 'types in browsers', command: [tsc, '-p', 'src/http/web/assets'] },
  {
    name: 'format',
    command: ['node_modules/.bin/biome', 'ci', '--vcs-enabled=false', '--reporter=summary', '--colors=off'],
    hint: formatHint,
  },
  { name: 'architecture', command: ['script/architecture.mjs'] },
  { name: 'unused code', command: ['node_modules/.bin/knip', '--no-progress'] },
  { name: 'known holes', command: ['node', 'script/audit.mjs'] },
]

const args = process.argv.slice(2)
const [only] = args.filter((arg) => arg === '--only-checks' || arg === '--only-tests')
const testArgs = args.filter((arg) => arg !== only)

// Interrupted, we wait for the children to clean up and still report. A terminal's Ctrl-C reaches them by itself.
const running = new Set()
process.on('SIGINT', () => {})
process.on('SIGTERM', () => running.forEach((child) => child.kill('SIGTERM')))

const total = { passed: 0, failed: 0 }
// The tests need the build whatever else is asked for.
await inParallel(only === '--only-tests' ? checks.slice(0, 1) : checks, check)
if (only !== '--only-checks') await test()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

// One line for a check that holds; what it said for one that does not.
async function check({ name, command, hint = '' }) {
  const env = { ...process.env, NO_COLOR: '1' }
  const { ok, output, seconds } = await run(command, { stdio: ['ignore', 'pipe', 'pipe'], env })
  total[ok ? 'passed' : 'failed'] += 1
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(20)} ${seconds} s`)
  if (!ok) console.log(`${output}${hint}`)
}

async function test() {
  const dir = mkdtempSync(join(tmpdir(), 'stithy-test-'))
  const counts = join(dir, 'counts.json')
  const reporters = testArgs.some((arg) => arg.startsWith('--reporter')) ? [] : ['--reporter=default']
  const command = [
    'node_modules/.bin/vitest',
    'run',
    ...reporters,
    '--reporter=test/support/count-reporter.ts',
    ...testArgs,
  ]
  // Threads would each keep freed memory in a heap of their own, and all of it is copied for each process that is started.
  const env = { ...process.env, STITHY_TEST_COUNTS: counts, MALLOC_ARENA_MAX: '2' }
  const result = await run(command, { stdio: 'inherit', env })
  const { passed, failed, failures } = readCounts(counts)
  const ok = result.ok && passed > 0 && failed === 0
  total.passed += passed
  // There are reasons to fail that are no test, such as finding none.
  total.failed += ok ? 0 : Math.max(1, failed)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${'tests'.padEnd(20)} ${result.seconds} s`)
  for (const failure of failures) console.log(`     ${failure}`)
  rmSync(dir, { recursive: true })
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, failures: [] }
  }
}

function run([file, ...rest], options) {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(file, rest, options)
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ ok: code === 0, output, seconds: ((performance.now() - started) / 1000).toFixed(1) })
    })
  })
}

async function inParallel(items, work) {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker))
}
