import type { AnyNode } from 'acorn'
import { boundBy, type Names } from './collect-names.ts'
import { error, type Verdict, warning } from './finding.ts'
import { judgeFileCall } from './judge-file-call.ts'
import { judgeImport } from './judge-import.ts'
import { judgeImportedParts, judgeOfProcess, judgeTakenApart } from './judge-process.ts'
import { foldText, memberName, type Visited } from './walk.ts'
import { whatIs } from './what-is.ts'

const runsText = error('eval', 'text must not be run as code')

/** What is to be said of one node; null: nothing. A name counts wherever it stands, as if nobody had one of their own. */
export function judgeNode({ node, parent }: Visited, path: string, names: Names): Verdict | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return judgeImport(foldText(node.source), path) ?? judgeImportedParts(node)
    case 'ExportNamedDeclaration':
      return node.source === null || node.source === undefined ? null : judgeImport(foldText(node.source), path)
    case 'ImportExpression':
      return judgeImport(foldText(node.source), path)
    case 'CallExpression':
      return judgeCall(node, path, names)
    case 'MemberExpression':
      return judgeMember(node, parent, names)
    case 'ObjectPattern':
      return boundBy(node).some(([, key]) => key === 'constructor') ? runsText : null
    case 'VariableDeclarator':
      return whatIs(node.init, names) === 'process' ? judgeTakenApart(node.id) : null
    case 'Identifier':
      return isValue(node, parent) ? judgeValue(node, parent, names) : null
    case 'Literal':
      return judgeText(typeof node.value === 'string' ? node.value : '')
    case 'TemplateElement':
      return judgeText(node.value.cooked ?? '')
    default:
      return null
  }
}

function judgeCall(node: AnyNode & { type: 'CallExpression' }, path: string, names: Names): Verdict | null {
  const { callee } = node
  const called = callee.type === 'MemberExpression' ? memberName(callee) : null
  const imports = whatIs(callee, names) === 'require' || called === 'require' || called === 'getBuiltinModule'
  return imports ? judgeImport(foldText(node.arguments[0]), path) : judgeFileCall(node, names)
}

function judgeMember(
  node: AnyNode & { type: 'MemberExpression' },
  parent: AnyNode | null,
  names: Names,
): Verdict | null {
  const name = memberName(node)
  const owner = whatIs(node.object, names)
  if (owner === 'process') return judgeOfProcess(name, parent)
  if (owner === 'global') {
    if (name === null) return error('computed', 'what is taken from the global object is only known when it runs')
    return judgeValue(node, parent, names)
  }
  if (name !== 'constructor' || node.object.type === 'ThisExpression') return null
  // Every function's constructor makes functions of text. To ask for a class's name or to compare is harmless.
  if (parent?.type === 'MemberExpression' && parent.object === node && memberName(parent) === 'name') return null
  return parent?.type === 'BinaryExpression' ? null : runsText
}

/** A name, or a property of the global object, where it stands for its value. */
function judgeValue(node: AnyNode, parent: AnyNode | null, names: Names): Verdict | null {
  const name = node.type === 'Identifier' ? node.name : memberName(node)
  if (name === 'WebAssembly') return warning('webassembly', 'WebAssembly is not analysed')
  if (name === 'fetch' || name === 'WebSocket' || name === 'EventSource')
    return warning('network', `${name} reaches for the network`)
  const what = whatIs(node, names)
  if (what === null) return null
  // `typeof process` and `x instanceof Function`.
  if (parent?.type === 'UnaryExpression' || parent?.type === 'BinaryExpression') return null
  if (what === 'eval' || what === 'Function') return runsText
  // Members, calls and declarations are judged as such.
  if (parent?.type === 'MemberExpression' && parent.object === node) return null
  if (what === 'require' && parent?.type === 'CallExpression' && parent.callee === node) return null
  if (what === 'process' && parent?.type === 'VariableDeclarator') return null
  return error('alias', `${what === 'global' ? 'the global object' : what} must not be handed on`)
}

/** Whether a name stands for a value here, and not for a property or for something that is just being named. */
function isValue(node: AnyNode, parent: AnyNode | null): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.computed || parent.property !== node
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.computed || parent.value === node
    case 'ArrowFunctionExpression':
      return parent.body === node
    case 'VariableDeclarator':
      return parent.init === node
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ClassDeclaration':
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'CatchClause':
      return false
    default:
      return true
  }
}

function judgeText(text: string): Verdict | null {
  if (!/^(?:file:\/\/)?\/(?:proc|sys)(?:\/|$)/.test(text)) return null
  return error('system-files', 'files of the system must not be read')
}
