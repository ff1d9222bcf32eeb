import type { AnyNode, Pattern } from 'acorn'
import { keyName } from './collect-names.ts'
import { error, type Verdict, warning } from './finding.ts'
import { memberName } from './walk.ts'

const refused = new Set(
  `binding _linkedBinding dlopen execve mainModule constructor _debugProcess _debugEnd _kill kill setuid setgid seteuid
  setegid setgroups initgroups`.split(/\s+/),
)

const unknown = error('computed', 'what is taken from process is only known when it runs')

/** Taking `name` from process. `parent` is where the result goes, if it goes anywhere that matters. */
export function judgeOfProcess(name: string | null, parent: AnyNode | null): Verdict | null {
  if (name === null) return unknown
  if (refused.has(name)) return error('process', `process.${name} must not be used here`)
  if (name !== 'env') return null
  const isOne = parent?.type === 'MemberExpression' && memberName(parent) !== null
  return isOne ? null : warning('environment', 'the environment is read as a whole, secrets included')
}

/** `const { env, binding } = process`, and `const p = process`. */
export function judgeTakenApart(pattern: Pattern): Verdict | null {
  if (pattern.type !== 'ObjectPattern') return error('alias', 'process must not be given another name')
  const verdicts = pattern.properties.map((property) =>
    property.type === 'Property' && !property.computed ? judgeOfProcess(keyName(property.key), null) : unknown,
  )
  return verdicts.find((verdict) => verdict !== null) ?? null
}

/** `import { env, binding } from 'node:process'` */
export function judgeImportedParts(node: AnyNode): Verdict | null {
  if (node.type !== 'ImportDeclaration' || !/^(?:node:)?process$/.test(String(node.source.value))) return null
  const verdicts = node.specifiers.map((one) => {
    const key = one.type === 'ImportSpecifier' ? keyName(one.imported) : 'default'
    return key === 'default' ? null : judgeOfProcess(key, null)
  })
  return verdicts.find((verdict) => verdict !== null) ?? null
}
