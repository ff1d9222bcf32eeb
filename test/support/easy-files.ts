// Pipelines in YAML, and what is made of them.
import { type ParsedEasy, parseEasy } from '../../src/ci/easy/parse-easy.ts'
import type { PipelineFile } from '../../src/ci/plan.ts'
import { readConfig } from '../../src/config.ts'

const config = readConfig({})
export const easyRules = {
  allowedImages: config.CI_ALLOWED_IMAGES,
  allowedPackages: config.CI_ALLOWED_PACKAGES,
  maxTimeoutS: config.CI_MAX_TIMEOUT_S,
}

export const example = `version: 1
image: debian:12            # default for all jobs
packages: [curl, jq]        # from the allow-list
timeout: 30m
variables: { NODE_ENV: test }
when: { branch: [main, "release/*"], event: [push, pull_request, manual, schedule], path: ["src/**"] }
schedule: ["0 3 * * *"]
jobs:
  test:
    needs: []
    matrix: { node: ["20", "24"] }
    steps:
      - name: unit
        run: |
          npm ci
          npm test
        env: { CI_NODE: "\${{ matrix.node }}" }
    cache: { key: "npm-\${{ hash('package-lock.json') }}", paths: [.npm] }
    artifacts: { paths: [coverage/], expire_in: 7d }
    allow_failure: false
    timeout: 10m
`

/** A file with one job, \`a\`: its line is the third, what it says begins in the fifth. */
const steps = '    steps: [{ run: "true" }]\n'
export const job = (body: string): string => `version: 1\njobs:\n  a:\n${steps}${body}\n`
export const head = (line: string): string => `version: 1\n${line}\njobs: { a: { steps: [{ run: "true" }] } }\n`
export const script = (run: string): string => `version: 1\njobs: { a: { steps: [{ run: ${run} }] } }\n`

export function parse(text: string): ParsedEasy {
  const work = parseEasy(text, easyRules)
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

export function fileOf(text: string): PipelineFile {
  const parsed = parse(text)
  if ('errors' in parsed) throw new Error(parsed.errors.map((e) => `${e.line}:${e.column} ${e.message}`).join('\n'))
  return parsed.file
}

export function errorsOf(text: string): readonly string[] {
  const parsed = parse(text)
  return 'errors' in parsed ? parsed.errors.map((e) => `${e.line}:${e.column} ${e.message}`) : []
}
