import { expect, it } from 'vitest'
import { parseTree } from './parse-tree.ts'

it.each([
  ['100644', '100644', 'file'],
  ['100664', '100644', 'file'],
  ['0100755', '100755', 'executable'],
  ['120000', '120000', 'symlink'],
  ['0120777', '120000', 'symlink'],
  ['040000', '40000', 'folder'],
  ['20040000', '40000', 'folder'],
  ['0160000', '160000', 'submodule'],
  ['644', '160000', 'submodule'],
])('the mode %s is %s, of a %s, as git takes it', (written, mode, kind) => {
  const tree = Buffer.concat([Buffer.from(`${written} name\0`), Buffer.alloc(20, 1)])
  expect(parseTree(tree)).toEqual([{ kind, mode, name: 'name', sha: '01'.repeat(20) }])
})
