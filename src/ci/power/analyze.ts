import { collectNames } from './collect-names.ts'
import { error, type Finding, type ModuleFile } from './finding.ts'
import { judgeNode } from './judge-node.ts'
import { parseModule } from './parse-module.ts'
import { walk } from './walk.ts'

const analysed = /\.(?:[cm]?js|[cm]?ts)$/
const largestFile = 512 * 1024
const largestTogether = 4 * 1024 * 1024
const mostFiles = 500
const mostFindings = 200

/**
 * Looks through the modules of `.svc-ci/` for what has no place in a pipeline. It reads code as the engine does, so
 * neither spelling nor layout hides anything; what it cannot decide it refuses. It is a gate before the isolation, not in
 * place of it.
 */
export function analyze(files: readonly ModuleFile[]): readonly Finding[] {
  const modules = files.filter(({ path }) => analysed.test(path) && !/\.d\.[cm]?ts$/.test(path))
  const findings: Finding[] = []
  const together = modules.reduce((sum, { text }) => sum + text.length, 0)
  if (modules.length > mostFiles || together > largestTogether)
    return [tooLarge(modules[0]?.path ?? '', 'the modules together are too many to be analysed')]
  for (const file of modules) {
    if (Buffer.byteLength(file.text) > largestFile)
      findings.push(tooLarge(file.path, 'the module is larger than 512 KiB'))
    else findings.push(...analyzeFile(file))
    if (findings.length > mostFindings) break
  }
  return findings.slice(0, mostFindings)
}

function analyzeFile(file: ModuleFile): readonly Finding[] {
  try {
    return findIn(file)
  } catch {
    // Nested so deeply that the stack is not high enough.
    return [{ path: file.path, line: 1, column: 1, ...error('syntax', 'the module cannot be analysed') }]
  }
}

function findIn({ path, text }: ModuleFile): readonly Finding[] {
  const parsed = parseModule(path, text)
  if ('finding' in parsed) return [{ path, ...parsed.finding }]
  const names = collectNames(parsed.program)
  const found = new Map<string, Finding>()
  for (const visited of walk(parsed.program)) {
    const verdict = judgeNode(visited, path, names)
    const start = visited.node.loc?.start
    if (verdict === null || start === undefined) continue
    const finding = { path, line: start.line, column: start.column + 1, ...verdict }
    found.set(`${finding.line}:${finding.column} ${finding.message}`, finding)
    if (found.size > mostFindings) break
  }
  return [...found.values()].toSorted((a, b) => a.line - b.line || a.column - b.column)
}

function tooLarge(path: string, message: string): Finding {
  return { path, line: 1, column: 1, ...error('size', message) }
}
