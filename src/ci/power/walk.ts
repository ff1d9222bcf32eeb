import type { AnyNode } from 'acorn'

export interface Visited {
  readonly node: AnyNode
  readonly parent: AnyNode | null
}

/** Every node, in no particular order. Without calling itself: a module may be nested deeper than a stack is high. */
export function* walk(root: AnyNode): Generator<Visited> {
  const waiting: Visited[] = [{ node: root, parent: null }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next
    for (const value of Object.values(next.node)) {
      if (isNode(value)) waiting.push({ node: value, parent: next.node })
      else if (Array.isArray(value))
        for (const item of value) if (isNode(item)) waiting.push({ node: item, parent: next.node })
    }
  }
}

/** Only the parser makes these trees. */
function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

const deepest = 100

/** The text that an expression always has: a literal, or literals put together. Null where it depends on anything. */
export function foldText(node: AnyNode | null | undefined, depth = 0): string | null {
  if (node === null || node === undefined || depth > deepest) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'ParenthesizedExpression') return foldText(node.expression, depth + 1)
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const left = foldText(node.left, depth + 1)
    const right = foldText(node.right, depth + 1)
    return left === null || right === null ? null : left + right
  }
  if (node.type !== 'TemplateLiteral') return null
  let text = ''
  for (const [at, quasi] of node.quasis.entries()) {
    const inside = at === 0 ? '' : foldText(node.expressions[at - 1], depth + 1)
    if (inside === null) return null
    text += inside + (quasi.value.cooked ?? '')
  }
  return text
}

/** What a member is called, `a.b` and `a['b']` alike; null where it is computed. */
export function memberName(node: AnyNode): string | null {
  if (node.type !== 'MemberExpression') return null
  if (node.computed) return foldText(node.property)
  return node.property.type === 'Identifier' ? node.property.name : null
}
