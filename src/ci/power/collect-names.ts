import type { AnyNode, Pattern, Program } from 'acorn'
import { foldText, walk } from './walk.ts'

/** What a module calls the things that are looked for. */
export interface Names {
  readonly process: ReadonlySet<string>
  /** The module `fs` or its `promises`, as a whole. */
  readonly files: ReadonlySet<string>
  /** Single functions of it: the name here → the name there. */
  readonly fileFunctions: ReadonlyMap<string, string>
}

export function collectNames(program: Program): Names {
  const names = { process: new Set(['process']), files: new Set<string>(), fileFunctions: new Map<string, string>() }
  const take = (module: string, local: string, imported: string | null): void => {
    const plain = module.replace(/^node:/, '')
    if (plain === 'process' && (imported === null || imported === 'default')) names.process.add(local)
    if (plain !== 'fs' && plain !== 'fs/promises') return
    if (imported === null || imported === 'default' || imported === 'promises') names.files.add(local)
    else names.fileFunctions.set(local, imported)
  }
  for (const { node } of walk(program)) {
    if (node.type === 'ImportDeclaration' && typeof node.source.value === 'string') {
      for (const one of node.specifiers)
        take(node.source.value, one.local.name, one.type === 'ImportSpecifier' ? keyName(one.imported) : null)
    }
    if (node.type === 'VariableDeclarator') {
      const module = importedBy(node.init ?? null)
      if (module !== null) for (const [local, key] of boundBy(node.id)) take(module, local, key)
    }
  }
  return names
}

/** `require('x')` and `await import('x')`. */
function importedBy(node: AnyNode | null): string | null {
  if (node?.type === 'AwaitExpression') return importedBy(node.argument)
  if (node?.type === 'ImportExpression') return foldText(node.source)
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return null
  return foldText(node.arguments[0])
}

/** Names that a declaration makes, with the property that each one is taken from. */
export function boundBy(pattern: Pattern): readonly (readonly [local: string, key: string | null])[] {
  if (pattern.type === 'Identifier') return [[pattern.name, null]]
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((property) => {
    if (property.type !== 'Property') return []
    const target = property.value.type === 'AssignmentPattern' ? property.value.left : property.value
    const key = property.computed ? foldText(property.key) : keyName(property.key)
    return key !== null && target.type === 'Identifier' ? [[target.name, key] as const] : []
  })
}

export function keyName(key: AnyNode): string | null {
  return key.type === 'Identifier' ? key.name : foldText(key)
}
