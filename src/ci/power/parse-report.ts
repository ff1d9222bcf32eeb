import { parseDuration } from '../duration.ts'
import { whyBadKeptPath } from '../kept-path.ts'
import type { OutputHeader, Report, Status } from './report.ts'

const largestFrame = 64 * 1024
const jobName = /^[A-Za-z0-9_-]{1,64}(?: \([^\p{Cc}()]{1,100}\))?$/u
const mostSteps = 1000
const mostPaths = 50

/** A line of the runtime; null when it is anything else. It comes out of the box: nothing in it is believed. */
export function parseReport(line: string): Report | OutputHeader | null {
  const fields = parseObject(line)
  if (fields === null) return null
  const { type } = fields
  if (type === 'output') return parseOutput(fields)
  const job = nameIn(fields['job'])
  if (job === null) return null
  switch (type) {
    case 'job-started':
    case 'job-skipped': {
      const needs = listIn(fields['needs'], (item) => nameIn(item))
      return needs === null ? null : { type, job, needs, allowFailure: fields['allowFailure'] === true }
    }
    case 'job-ended': {
      const end = endIn(fields)
      return end === null ? null : { type, job, ...end }
    }
    case 'step-started': {
      const step = countIn(fields['step'], mostSteps)
      const name = lineIn(fields['name'], 100)
      return step === null || name === null ? null : { type, job, step, name }
    }
    case 'step-ended': {
      const step = countIn(fields['step'], mostSteps)
      const end = endIn(fields)
      return step === null || end === null ? null : { type, job, step, ...end }
    }
    case 'artifact': {
      const paths = pathsIn(fields['paths'])
      return paths === null ? null : { type, job, paths, expireInS: durationIn(fields['expireIn']) }
    }
    case 'cache': {
      const paths = pathsIn(fields['paths'])
      const key = lineIn(fields['key'], 512)
      return paths === null || key === null ? null : { type, job, key, paths, hit: fields['hit'] === true }
    }
    default:
      return null
  }
}

function parseObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(line)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    return Object.fromEntries(Object.entries(read))
  } catch {
    return null
  }
}

function parseOutput(fields: Readonly<Record<string, unknown>>): OutputHeader | null {
  const { stream } = fields
  const length = countIn(fields['length'], largestFrame)
  if ((stream !== 'stdout' && stream !== 'stderr') || length === null) return null
  const job = fields['job'] === null ? null : nameIn(fields['job'])
  const step = job === null ? null : countIn(fields['step'], mostSteps)
  return { type: 'output', job, step, stream, length }
}

function nameIn(value: unknown): string | null {
  return typeof value === 'string' && value.isWellFormed() && jobName.test(value) ? value : null
}

function lineIn(value: unknown, longest: number): string | null {
  if (typeof value !== 'string' || value === '' || value.length > longest) return null
  return value.isWellFormed() && !/\p{Cc}/u.test(value) ? value : null
}

function countIn(value: unknown, most: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : null
}

function endIn(fields: Readonly<Record<string, unknown>>): { status: Status; exitCode: number } | null {
  const { status } = fields
  const exitCode = countIn(fields['exitCode'], 255)
  if (exitCode === null || (status !== 'success' && status !== 'failed')) return null
  return { status, exitCode }
}

function listIn<T>(value: unknown, read: (item: unknown) => T | null): readonly T[] | null {
  if (!Array.isArray(value) || value.length > mostPaths * 2) return null
  const items = value.map((item) => read(item)).filter((item) => item !== null)
  return items.length === value.length ? items : null
}

function pathsIn(value: unknown): readonly string[] | null {
  const paths = listIn(value, (item) => {
    const path = lineIn(item, 1000)
    return path !== null && whyBadKeptPath(path) === null ? path : null
  })
  return paths === null || paths.length === 0 || paths.length > mostPaths ? null : paths
}

function durationIn(value: unknown): number | null {
  return typeof value === 'string' || typeof value === 'number' ? parseDuration(value) : null
}
