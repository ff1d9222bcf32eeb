// Runs a power-mode pipeline inside the box, under Node 22 or newer: imports the repository's module and hands its default
// export the API. It is copied into boxes as it is, so it needs no file beside itself.
//
// What happens is told on standard output, between everything else that is written there: U+001E, the nonce, one line of
// JSON. Output of jobs follows such a line as so many bytes, which the reader does not look into, so no program that a
// job runs can tell lies. The module itself could, in this same process: about its own jobs, and no further than
// that, because whether the pipeline failed is told by the exit code.
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const given = JSON.parse(process.env.STITHY_CI_RUNTIME ?? '{}')
delete process.env.STITHY_CI_RUNTIME
const { nonce, entry, names = [], caches = null } = given

const largestFrame = 32 * 1024
const largestCapture = 1024 * 1024
const mostJobs = 100
const jobName = /^[A-Za-z0-9_-]{1,64}(?: \([^\p{Cc}()]{1,100}\))?$/u

/** Which job and step the code that runs just now belongs to. */
const place = new AsyncLocalStorage()
const jobs = new Map()
const told = new WeakSet()
let failed = false
let finished = false

const rawWrite = process.stdout.write.bind(process.stdout)

function headerOf(report) {
  return `\u{1e}${nonce}${JSON.stringify(report)}\n`
}

function tell(report) {
  rawWrite(headerOf(report))
}

/** Resolves when there is room for more. */
function tellOutput(stream, bytes, where = place.getStore()) {
  let hasRoom = true
  for (let at = 0; at < bytes.length; at += largestFrame) {
    const part = bytes.subarray(at, at + largestFrame)
    const report = {
      type: 'output',
      job: where?.job.name ?? null,
      step: where?.step ?? null,
      stream,
      length: part.length,
    }
    hasRoom = rawWrite(Buffer.concat([Buffer.from(headerOf(report)), part]))
  }
  return hasRoom ? Promise.resolve() : new Promise((resolve) => process.stdout.once('drain', resolve))
}

// What the module itself prints belongs to the job that it is in, too.
for (const stream of ['stdout', 'stderr']) {
  process[stream].write = (chunk, encoding, callback) => {
    const done = typeof encoding === 'function' ? encoding : callback
    const bytes =
      typeof chunk === 'string' ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8') : chunk
    void tellOutput(stream, bytes)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
}

class CommandFailed extends Error {
  constructor(command, exitCode, signal) {
    super(
      `${signal === null ? `exit code ${exitCode}` : `ended by ${signal}`}: ${command.trim().split('\n', 1)[0].slice(0, 100)}`,
    )
    this.name = 'CommandFailed'
    this.exitCode = exitCode
    this.signal = signal
  }
}

/** A function of text, or the tag of a template. */
async function sh(command, ...more) {
  if (Array.isArray(command?.raw)) return runCommand(filledIn(command, more))
  if (typeof command !== 'string') throw new TypeError('sh() takes a command as text')
  return runCommand(command, more[0])
}

/** Values stand for themselves, whatever the shell would make of them; those of a list are words of their own. */
function filledIn([first, ...others], values) {
  const words = values.map((value) => [value].flat().map(quoted).join(' '))
  return first + others.map((text, index) => words[index] + text).join('')
}

function quoted(value) {
  return `'${String(value).replaceAll("'", "'\\''")}'`
}

async function runCommand(command, { env = {}, cwd } = {}) {
  const where = place.getStore()
  const child = spawn('/bin/sh', ['-e', '-c', command], {
    env: { ...process.env, ...(where ? { CI_JOB_NAME: where.job.name } : {}), ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const captured = []
  let length = 0
  const pump = async (stream) => {
    for await (const chunk of child[stream]) {
      if (stream === 'stdout' && length < largestCapture) captured.push(chunk)
      if (stream === 'stdout') length += chunk.length
      await tellOutput(stream, chunk, where)
    }
  }
  const drained = Promise.all([pump('stdout'), pump('stderr')])
  const [exitCode, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (...how) => resolve(how))
  })
  // A server that was left running in the background keeps its output open; nobody waits for its end.
  let timer
  await Promise.race([drained, new Promise((resolve) => (timer = setTimeout(resolve, 500)))])
  clearTimeout(timer)
  if (exitCode !== 0) throw new CommandFailed(command, exitCode ?? 1, signal)
  return { stdout: Buffer.concat(captured).subarray(0, largestCapture).toString('utf8') }
}

function job(name, options, body) {
  const run = typeof options === 'function' ? runJob(name, {}, options) : runJob(name, options ?? {}, body)
  // Who does not wait for a job still hears of its failure, by the end of the pipeline.
  run.catch(() => {
    failed ||= !jobs.get(name)?.allowFailure
  })
  return run
}

async function runJob(name, { needs = [], allowFailure = false }, body) {
  if (typeof name !== 'string' || !jobName.test(name)) throw refusal(`a job cannot be called ${JSON.stringify(name)}`)
  if (typeof body !== 'function') throw refusal(`job "${name}" needs a function`)
  if (place.getStore()) throw refusal(`job "${name}" cannot be begun inside another one`)
  if (jobs.has(name)) throw refusal(`there is a job "${name}" already`)
  if (jobs.size >= mostJobs) throw refusal(`there are more than ${mostJobs} jobs`)
  const needed = [needs].flat().map((need) => {
    if (!jobs.has(need)) throw refusal(`job "${name}" needs "${need}", which has not been begun before it`)
    return jobs.get(need)
  })
  const self = { name, allowFailure: Boolean(allowFailure), steps: 0, state: 'waiting' }
  const about = { job: name, needs: needed.map((one) => one.name), allowFailure: self.allowFailure }
  let end
  self.ended = new Promise((resolve) => (end = resolve))
  jobs.set(name, self)
  try {
    await Promise.all(needed.map((one) => one.ended))
    const missing = needed.find(
      ({ state, allowFailure: allowed }) => state !== 'success' && !(state === 'failed' && allowed),
    )
    if (missing) {
      self.state = 'skipped'
      tell({ type: 'job-skipped', ...about })
      throw remember(new Error(`job "${name}" was skipped, because "${missing.name}" did not succeed`))
    }
    self.state = 'running'
    tell({ type: 'job-started', ...about })
    const result = await place.run({ job: self, step: null }, body, api)
    self.state = 'success'
    tell({ type: 'job-ended', job: name, status: 'success', exitCode: 0 })
    return result
  } catch (error) {
    if (self.state === 'skipped') throw error
    self.state = 'failed'
    await explain(error, { job: self, step: null })
    tell({ type: 'job-ended', job: name, status: 'failed', exitCode: codeOf(error) })
    if (!self.allowFailure) throw error
  } finally {
    end()
  }
}

async function step(name, body) {
  const where = place.getStore()
  if (!where) throw refusal('step() belongs inside a job')
  if (where.step !== null) throw refusal('step() cannot stand inside another step')
  if (typeof name !== 'string' || name.trim() === '' || typeof body !== 'function')
    throw refusal('step() takes a name and a function')
  const index = where.job.steps++
  const about = { job: where.job.name, step: index }
  tell({
    type: 'step-started',
    ...about,
    name: name
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, 100)
      .toWellFormed(),
  })
  const inside = { job: where.job, step: index }
  try {
    const result = await place.run(inside, body, api)
    tell({ type: 'step-ended', ...about, status: 'success', exitCode: 0 })
    return result
  } catch (error) {
    await explain(error, inside)
    tell({ type: 'step-ended', ...about, status: 'failed', exitCode: codeOf(error) })
    throw error
  }
}

function artifact(paths, { expireIn } = {}) {
  const where = place.getStore()
  if (!where) throw refusal('artifact() belongs inside a job')
  tell({ type: 'artifact', job: where.job.name, paths: keepable(paths), expireIn: expireIn ?? null })
}

/** Whether there was one under this key; what the paths hold at the end is kept under it if there was not. */
async function cache(key, paths) {
  const where = place.getStore()
  if (!where) throw refusal('cache() belongs inside a job')
  const kept = caches === null ? null : join(caches, createHash('sha256').update(String(key)).digest('hex'))
  const isThere = kept !== null && existsSync(kept)
  if (isThere) await sh('tar -xf "$STITHY_KEPT"', { env: { STITHY_KEPT: kept } })
  tell({ type: 'cache', job: where.job.name, key: String(key), paths: keepable(paths), hit: isThere })
  return isThere
}

function codeOf(error) {
  const code = error?.exitCode
  return Number.isInteger(code) && code > 0 && code < 256 ? code : 1
}

/** As text, if they can be kept: the other side takes no others. */
function keepable(paths) {
  const all = [paths].flat().map(String)
  const bad = all.find(
    (path) => !/^[^/~\\\s-]/.test(path) || /[\p{Cc}\\]/u.test(path) || path.split('/').includes('..'),
  )
  if (all.length === 0 || bad !== undefined)
    throw refusal(`paths must lie inside the working directory: ${JSON.stringify(bad)}`)
  return all
}

function refusal(message) {
  failed = true
  return new Error(message)
}

function remember(error) {
  told.add(error)
  return error
}

/** Once, where it happened first. */
async function explain(error, where) {
  if (typeof error === 'object' && error !== null) {
    if (told.has(error)) return
    told.add(error)
  }
  const text = error instanceof CommandFailed ? error.message : (error?.stack ?? String(error))
  await tellOutput('stderr', Buffer.from(`${text}\n`), where)
}

process.on('exit', (code) => {
  if (finished) return
  // The module ended the process, or left something that never comes: the jobs that are open did not succeed.
  for (const { name, state } of jobs.values()) {
    if (state === 'running')
      writeSync(1, headerOf({ type: 'job-ended', job: name, status: 'failed', exitCode: code || 1 }))
  }
  if (code === 0 || code === 13) {
    writeSync(2, 'the pipeline ended before its module did\n')
    process.exitCode = 1
  }
})

const variables = Object.freeze(Object.fromEntries(names.map((name) => [name, process.env[name] ?? ''])))
const api = Object.freeze({ job, step, sh, artifact, cache, variables })

try {
  const loaded = await import(pathToFileURL(entry).href)
  const main = typeof loaded.default?.default === 'function' ? loaded.default.default : loaded.default
  if (typeof main !== 'function') throw new Error('the module has no function as its default export')
  await main(api)
} catch (error) {
  failed = true
  await explain(error)
}
for (let known = -1; known < jobs.size; ) {
  known = jobs.size
  await Promise.all([...jobs.values()].map((one) => one.ended))
  // Those who waited for one of them may begin another.
  await new Promise((resolve) => setImmediate(resolve))
}
finished = true
rawWrite('', () => process.exit(failed ? 1 : 0))
