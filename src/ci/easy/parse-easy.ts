import { orderJobs } from '../order-jobs.ts'
import type { FileError, PipelineFile, PlannedJob } from '../plan.ts'
import { entriesOf, Field, fieldsOf, flagOf } from './fields.ts'
import { type Defaults, imageFor, packagesFor, planJob } from './plan-jobs.ts'
import { Problems, shown } from './problems.ts'
import { readConditions, readSchedules } from './read-conditions.ts'
import { readTimeout } from './read-duration.ts'
import { readHistory } from './read-history.ts'
import { type JobDraft, readImage, readJob, readPackages } from './read-job.ts'
import { nameOf } from './read-matrix.ts'
import { readOnNewCommit } from './read-on-new-commit.ts'
import { readTree } from './read-tree.ts'
import { readVariables } from './read-variables.ts'
import { checkNeeds } from './resolve-needs.ts'
import { type EasyRules, most } from './rules.ts'
import { wordsOfOthers } from './words-of-others.ts'

export type ParsedEasy = { readonly file: PipelineFile } | { readonly errors: readonly FileError[] }

const keys = [
  'version',
  'image',
  'packages',
  'timeout',
  'variables',
  'when',
  'schedule',
  'on_new_commit',
  'serial',
  'history',
  'jobs',
] as const
const none: ReadonlySet<string> = new Set()
const jobName = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Reads `.svc-ci.yml`: a plan that may be run, or all that is wrong with the text. Never throws. Stops wherever others may
 * have their turn: a matrix makes much of a few words.
 */
export function* parseEasy(written: string, rules: EasyRules): Generator<undefined, ParsedEasy> {
  const text = written.startsWith('\u{feff}') ? written.slice(1) : written
  const problems = new Problems(text)
  if (Buffer.byteLength(text) > most.bytes) {
    problems.add(0, `the file is larger than ${most.bytes / 1024} KiB`)
    return { errors: problems.list() }
  }
  const tree = yield* readTree(text, problems)
  yield
  const file = tree === null ? null : yield* readFile(new Field(problems, tree, ''), rules)
  return file === null || !problems.none ? { errors: problems.list() } : { file }
}

function* readFile(root: Field, rules: EasyRules): Generator<undefined, PipelineFile | null> {
  const fields = fieldsOf(root, keys, wordsOfOthers.file)
  if (fields === null) return null
  const version = fields.require('version')
  if (version !== null && !(version.tree.kind === 'scalar' && version.tree.value === 1)) version.refuse('must be 1')
  const image = readImage(fields.find('image'), none)
  const defaults: Defaults = {
    image: image === null ? null : imageFor(image, rules, {}),
    packages: packagesFor(readPackages(fields.find('packages'), none), rules, {}),
    timeoutS: readTimeout(fields.find('timeout'), rules.maxTimeoutS),
    history: readHistory(fields.find('history')) ?? 1,
  }
  const variables = readVariables(fields.find('variables'))
  const when = readConditions(fields.find('when'))
  const schedule = readSchedules(fields.find('schedule'), Date.now())
  const onNewCommit = readOnNewCommit(fields.find('on_new_commit'))
  const serial = fields.find('serial')
  const isSerial = serial !== null && flagOf(serial) === true
  const drafts = yield* readJobs(fields.require('jobs'), rules)
  const jobs = yield* planJobs(drafts, root, { rules, defaults })
  return jobs === null ? null : { when, schedule, onNewCommit, isSerial, plan: { variables, jobs } }
}

function* readJobs(field: Field | null, rules: EasyRules): Generator<undefined, readonly JobDraft[]> {
  if (field === null) return []
  const entries = entriesOf(field, most.jobs)
  if (field.tree.kind === 'map' && entries.length === 0) field.refuse('must have at least one job')
  const drafts: JobDraft[] = []
  for (const { key, at, value } of entries) {
    if (!jobName.test(key))
      field.problems.add(
        at,
        `«${shown(key)}» cannot be the name of a job: use 1 to 64 letters, digits, dashes or underscores`,
      )
    const draft = readJob(key, value, rules)
    if (draft !== null) drafts.push(draft)
    yield
  }
  return drafts
}

function* planJobs(
  drafts: readonly JobDraft[],
  root: Field,
  given: { readonly rules: EasyRules; readonly defaults: Defaults },
): Generator<undefined, readonly PlannedJob[] | null> {
  checkNeeds(drafts)
  const count = drafts.reduce((sum, { matrix }) => sum + matrix.combinations.length, 0)
  if (count > most.jobs) return root.refuse(`makes ${count} jobs with its matrices; at most ${most.jobs} are possible`)
  const names = new Map(
    drafts.map(({ name, matrix }) => [name, matrix.combinations.map((combination) => nameOf(name, combination))]),
  )
  const jobs: PlannedJob[] = []
  let length = 0
  for (const draft of drafts) {
    const own = names.get(draft.name) ?? []
    if (new Set(own).size < own.length) draft.field.refuse('has a matrix that gives two jobs the same name')
    for (const combination of draft.matrix.combinations) {
      const job = planJob(draft, combination, names, given)
      length += lengthOf(job)
      if (length > most.planLength) return draft.field.refuse('becomes too long with its matrix')
      jobs.push(job)
      yield
    }
  }
  return root.problems.none ? orderJobs(jobs) : null
}

/** Of the texts that a matrix can multiply. */
function lengthOf(job: PlannedJob): number {
  const texts = [
    ...job.needs,
    ...Object.values(job.matrix),
    ...job.steps.flatMap(({ name, run, env }) => [name, run, ...Object.entries(env).flat()]),
    ...job.services.flatMap(({ image, env }) => [image, ...Object.entries(env).flat()]),
  ]
  return texts.reduce((sum, text) => sum + text.length, 0)
}
