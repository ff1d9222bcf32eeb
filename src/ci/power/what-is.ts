import type { AnyNode } from 'acorn'
import type { Names } from './collect-names.ts'
import { memberName } from './walk.ts'

/** The things that lead everywhere. */
export type Leading = 'global' | 'process' | 'require' | 'eval' | 'Function'

const globals = new Set(['globalThis', 'global'])
const longestWay = 10

/** Which of them an expression is, by whichever way it is named: `process`, `globalThis['process']`, `global.global.eval`. */
export function whatIs(node: AnyNode | null | undefined, names: Names, way = 0): Leading | null {
  if (node === null || node === undefined) return null
  if (node.type === 'Identifier') return names.process.has(node.name) ? 'process' : leading(node.name)
  const found = node.type === 'MemberExpression' ? leading(memberName(node) ?? '') : null
  if (found === null || node.type !== 'MemberExpression') return null
  // Nobody goes a longer way for a good reason.
  return way > longestWay || whatIs(node.object, names, way + 1) === 'global' ? found : null
}

function leading(name: string): Leading | null {
  if (globals.has(name)) return 'global'
  return name === 'process' || name === 'require' || name === 'eval' || name === 'Function' ? name : null
}
