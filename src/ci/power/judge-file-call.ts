import { posix } from 'node:path'
import type { AnyNode } from 'acorn'
import type { Names } from './collect-names.ts'
import { error, type Verdict } from './finding.ts'
import { foldText, memberName } from './walk.ts'

/** Functions of `fs` that change files, and which of their arguments say where. */
const writers: Readonly<Record<string, readonly number[]>> = {
  appendFile: [0],
  chmod: [0],
  chown: [0],
  copyFile: [1],
  cp: [1],
  createWriteStream: [0],
  lchown: [0],
  link: [1],
  lutimes: [0],
  mkdir: [0],
  mkdtemp: [0],
  rename: [0, 1],
  rm: [0],
  rmdir: [0],
  symlink: [0, 1],
  truncate: [0],
  unlink: [0],
  utimes: [0],
  writeFile: [0],
}
const inside = ['/workspace', '/tmp', '/dev/null']

/** A call that changes files outside the working directory, as far as the path is written out. */
export function judgeFileCall(node: AnyNode & { type: 'CallExpression' }, names: Names): Verdict | null {
  const name = fileFunction(node.callee, names)?.replace(/Sync$/, '')
  const places = name === undefined ? [] : (writers[name] ?? [])
  for (const place of places) {
    const path = foldText(node.arguments[place])
    if (path !== null && !isInside(path))
      return error('write-outside', 'files outside the working directory must not be changed')
  }
  return null
}

function fileFunction(callee: AnyNode, names: Names): string | undefined {
  if (callee.type === 'Identifier') return names.fileFunctions.get(callee.name)
  if (callee.type !== 'MemberExpression') return undefined
  return isFiles(callee.object, names) ? (memberName(callee) ?? undefined) : undefined
}

/** `fs`, and `fs.promises`. */
function isFiles(node: AnyNode, names: Names): boolean {
  if (node.type === 'Identifier') return names.files.has(node.name)
  return (
    node.type === 'MemberExpression' &&
    memberName(node) === 'promises' &&
    node.object.type === 'Identifier' &&
    names.files.has(node.object.name)
  )
}

function isInside(path: string): boolean {
  const plain = posix.normalize(path.replace(/^file:\/\//, ''))
  if (!plain.startsWith('/')) return plain !== '..' && !plain.startsWith('../')
  return inside.some((root) => plain === root || plain.startsWith(`${root}/`))
}
