import type { Report } from './report.ts'

const mostJobs = 100
const mostSteps = 1000
const mostKept = 100

/** Lets through what fits with what came before: every job and step begins once, and ends once after that. */
export class Followed {
  readonly #jobs = new Map<string, 'running' | 'ended'>()
  readonly #steps = new Map<string, 'running' | 'ended'>()
  #kept = 0

  fits(report: Report): boolean {
    switch (report.type) {
      case 'job-started':
      case 'job-skipped': {
        if (this.#jobs.has(report.job) || this.#jobs.size >= mostJobs) return false
        if (!report.needs.every((need) => this.#jobs.has(need))) return false
        this.#jobs.set(report.job, report.type === 'job-started' ? 'running' : 'ended')
        return true
      }
      case 'job-ended':
        return moves(this.#jobs, report.job)
      case 'step-started': {
        const step = `${report.job} ${report.step}`
        if (!this.isRunning(report.job) || this.#steps.has(step) || this.#steps.size >= mostSteps) return false
        this.#steps.set(step, 'running')
        return true
      }
      case 'step-ended':
        return this.isRunning(report.job) && moves(this.#steps, `${report.job} ${report.step}`)
      case 'artifact':
      case 'cache':
        this.#kept += 1
        return this.isRunning(report.job) && this.#kept <= mostKept
      default:
        return report satisfies never
    }
  }

  /** Output may come after the end of what left something running. */
  hasBegun(job: string): boolean {
    return this.#jobs.has(job)
  }

  hasStep(job: string, step: number): boolean {
    return this.#steps.has(`${job} ${step}`)
  }

  isRunning(job: string): boolean {
    return this.#jobs.get(job) === 'running'
  }
}

function moves(states: Map<string, 'running' | 'ended'>, name: string): boolean {
  if (states.get(name) !== 'running') return false
  states.set(name, 'ended')
  return true
}
