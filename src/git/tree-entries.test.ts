import { expect, it } from 'vitest'
import { busyMs } from '../../test/support/busy-ms.ts'
import { findInTree, parseTree } from './parse-tree.ts'
import { TreeListing } from './tree-listing.ts'

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

function treeOf(entries: readonly (readonly [mode: string, name: string | Buffer, id: Buffer])[]): Buffer {
  return Buffer.concat(
    entries.flatMap(([mode, name, id]) => [Buffer.from(`${mode} `), Buffer.from(name), Buffer.alloc(1), id]),
  )
}

it('one entry is found by its whole name, and by nothing that only looks like it', () => {
  // The id of a submodule is whatever somebody wrote there.
  const disguised = Buffer.from('1234567100644 here\0aa')
  const tree = treeOf([
    ['100644', 'a b', Buffer.alloc(20, 1)],
    ['160000', 'module', disguised],
    ['100644', Buffer.from([0x6e, 0xff]), Buffer.alloc(20, 2)],
    ['40000', 'ü', Buffer.alloc(20, 3)],
  ])
  for (const entry of parseTree(tree)) expect(findInTree(tree, entry.name)).toEqual(entry)
  for (const name of ['b', 'a', ' b', 'here', 'modul', '100644 a b', '', 'n']) expect(findInTree(tree, name)).toBeNull()
})

const listed = treeOf([
  ['100644', 'README', Buffer.alloc(20, 1)],
  ['40000', 'a-b', Buffer.alloc(20, 2)],
  ['40000', 'a', Buffer.alloc(20, 3)],
  ['100755', 'a.sh', Buffer.alloc(20, 4)],
  ['120000', 'b c', Buffer.alloc(20, 5)],
  // The id of a submodule is whatever somebody wrote there.
  ['160000', 'module', Buffer.from('1234567100644 here\0aa')],
  ['100644', 'readme.md', Buffer.alloc(20, 6)],
  ['040000', 'ü', Buffer.alloc(20, 7)],
])

it('a folder lists folders and submodules by name, then files, whichever part of it is asked for', () => {
  const listing = new TreeListing(listed)
  const names = ['a', 'a-b', 'module', 'ü', 'README', 'a.sh', 'b c', 'readme.md']
  expect(listing.count).toBe(names.length)
  expect(listing.names()).toEqual(names)
  const parsed = new Map(parseTree(listed).map((entry) => [entry.name, entry]))
  expect(listing.entries(0, 100)).toEqual(names.map((name) => parsed.get(name)))
  expect(listing.entries(2, 5)).toEqual(names.slice(2, 5).map((name) => parsed.get(name)))
  expect(listing.entries(8, 9)).toEqual([])
  expect(listing.beginningWith('readme').map(({ name }) => name)).toEqual(['README', 'readme.md'])
})

it('a folder that ends in the middle of an entry lists those before it', () => {
  expect(new TreeListing(listed.subarray(0, -1)).count).toBe(7)
  expect(new TreeListing(Buffer.from('100644')).count).toBe(0)
  expect(new TreeListing(Buffer.alloc(0)).names()).toEqual([])
})

it('a page of a hundred thousand takes a fraction of the time that all of them take', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `file-${String(index).padStart(6, '0')}.ts`)
  const tree = treeOf(names.map((name) => ['100644', name, Buffer.alloc(20, 1)]))
  const page = bestOf(() => expect(new TreeListing(tree).entries(50_000, 50_500)).toHaveLength(500))
  const parsed = bestOf(() => expect(parseTree(tree)).toHaveLength(100_000))
  expect(page).toBeLessThan(parsed / 2)
})

it('one of a hundred thousand is found in a fraction of the time that all of them take', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `file-${String(index).padStart(6, '0')}.ts`)
  const tree = treeOf(names.map((name) => ['100644', name, Buffer.alloc(20, 1)]))
  const found = bestOf(() => expect(findInTree(tree, 'file-099999.ts')?.name).toBe('file-099999.ts'))
  const parsed = bestOf(() => expect(parseTree(tree)).toHaveLength(100_000))
  expect(found).toBeLessThan(parsed / 2)
})

function bestOf(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const began = busyMs()
    work()
    return busyMs() - began
  })
  return Math.min(...times)
}
