// Histories with two ends that somebody might want to merge. What should come out is what git itself makes of them.
import { type CommitText, type Histories, lines, type Mark } from './histories.ts'

export interface MergeCase {
  readonly name: string
  readonly target: Mark
  readonly head: Mark
}

type Ends = readonly [target: Mark, head: Mark]
type Changes = Parameters<Histories['commit']>[1]

const one = '1'.repeat(40)
const two = '2'.repeat(40)
const three = '3'.repeat(40)
const bytes = (start: number): Buffer => Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * start) % 256))

/** The two branches of most cases: one commit each since they went apart. */
function fork(base: Changes, target: Changes, head: Changes): (h: Histories) => Ends {
  return (h) => {
    const start = h.commit([], base)
    return [h.commit([start], target), h.commit([start], head)]
  }
}

const folder = (name: string, count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${name}/f${at}`, lines(20, { 3: `file ${at} of the folder` })]),
  )
const gone = (changes: Readonly<Record<string, unknown>>): Record<string, null> =>
  Object.fromEntries(Object.keys(changes).map((path) => [path, null]))

const cases: Readonly<Record<string, (h: Histories) => Ends>> = {
  'different files': fork({ a: '1\n', b: '1\n' }, { a: '2\n' }, { b: '2\n' }),
  'different folders': fork({ 'x/a': '1\n', 'y/b': '1\n' }, { 'x/a': '2\n', 'x/n': 'n\n' }, { 'y/b': '2\n' }),
  'different lines of a file': fork({ a: lines(30) }, { a: lines(30, { 2: 'two' }) }, { a: lines(30, { 25: 'x' }) }),
  'the same line': fork({ a: lines(9) }, { a: lines(9, { 5: 'ours' }) }, { a: lines(9, { 5: 'theirs' }) }),
  'the same change on both sides': fork({ a: lines(9) }, { a: lines(9, { 5: 'x' }) }, { a: lines(9, { 5: 'x' }) }),
  'lines next to each other': fork({ a: lines(9) }, { a: lines(9, { 5: 'x' }) }, { a: lines(9, { 6: 'y' }) }),
  'a file without an end of line': fork({ a: 'x\ny' }, { a: 'w\nx\ny' }, { a: 'x\ny\n' }),
  'nothing on the target': (h) => {
    const start = h.commit([], { a: '1\n' })
    return [start, h.commit([h.commit([start], { a: '2\n' })], { b: '2\n' })]
  },
  'nothing on the head': (h) => {
    const start = h.commit([], { a: '1\n' })
    return [h.commit([start], { a: '2\n' }), start]
  },
  'the same commit': (h) => {
    const start = h.commit([], { a: '1\n' })
    return [start, start]
  },
  'a file renamed on the target': fork(
    { a: lines(20), z: '1\n' },
    { a: null, b: lines(20) },
    { a: lines(20, { 4: 'changed' }) },
  ),
  'a file renamed on the head': fork(
    { a: lines(20), z: '1\n' },
    { a: lines(20, { 4: 'changed' }) },
    { a: null, b: lines(20, { 15: 'too' }) },
  ),
  'a file renamed to two names': fork({ a: lines(20) }, { a: null, b: lines(20) }, { a: null, c: lines(20) }),
  'a file renamed to one name twice': fork({ a: lines(20) }, { a: null, b: lines(20) }, { a: null, b: lines(20) }),
  'two files renamed to one name': fork(
    { a: lines(20), b: lines(20, { 1: 'another', 2: 'file', 3: 'indeed' }) },
    { a: null, c: lines(20) },
    { b: null, c: lines(20, { 1: 'another', 2: 'file', 3: 'indeed' }) },
  ),
  'a renamed file in the way of a new one': fork({ a: lines(20) }, { a: null, b: lines(20) }, { b: 'quite new\n' }),
  'renamed and deleted': fork({ a: lines(20), z: '1\n' }, { a: null }, { a: null, b: lines(20) }),
  'a folder renamed, a file added to it': fork(
    folder('old', 4),
    { ...gone(folder('old', 4)), ...folder('new', 4) },
    { 'old/added': 'hello\n' },
  ),
  'a folder renamed on the head, a file added to it on the target': fork(
    folder('old', 4),
    { 'old/added': 'hello\n' },
    { ...gone(folder('old', 4)), ...folder('new', 4) },
  ),
  'a folder renamed, a file of it changed': fork(
    folder('old', 4),
    { ...gone(folder('old', 4)), ...folder('new', 4) },
    { 'old/f2': lines(20, { 3: 'file 2 of the folder', 17: 'changed' }) },
  ),
  'a folder split in two': fork(
    folder('old', 4),
    {
      ...gone(folder('old', 4)),
      'x/f0': folder('old', 4)['old/f0'] ?? '',
      'x/f1': folder('old', 4)['old/f1'] ?? '',
      'y/f2': folder('old', 4)['old/f2'] ?? '',
      'y/f3': folder('old', 4)['old/f3'] ?? '',
    },
    { 'old/added': 'hello\n' },
  ),
  'deleted on the target': fork({ a: '1\n', b: '1\n' }, { a: null }, { b: '2\n' }),
  'deleted on the head': fork({ a: '1\n', b: '1\n' }, { b: '2\n' }, { a: null }),
  'deleted on both sides': fork({ a: '1\n', b: '1\n' }, { a: null }, { a: null, b: '2\n' }),
  'modified and deleted': fork({ a: lines(9), z: '1\n' }, { a: lines(9, { 2: 'x' }) }, { a: null }),
  'deleted and modified': fork({ a: lines(9), z: '1\n' }, { a: null }, { a: lines(9, { 2: 'x' }) }),
  'the last file deleted': fork({ a: '1\n', b: '1\n' }, { a: null }, { b: null }),
  'the same file added': fork({ z: '1\n' }, { a: 'same\n' }, { a: 'same\n' }),
  'different files of one name added': fork({ z: '1\n' }, { a: 'ours\n' }, { a: 'theirs\n' }),
  'a file where the other side has a folder': fork({ z: '1\n' }, { a: 'file\n' }, { 'a/b': 'in a folder\n' }),
  'a folder where the other side has a file': fork({ z: '1\n' }, { 'a/b': 'in a folder\n' }, { a: 'file\n' }),
  'a file became a folder': fork({ a: lines(9), z: '1\n' }, { z: '2\n' }, { a: null, 'a/b': 'x\n' }),
  'a file became a folder and was changed': fork(
    { a: lines(9) },
    { a: lines(9, { 2: 'x' }) },
    { a: null, 'a/b': 'x\n' },
  ),
  'made executable and changed': fork(
    { a: lines(9) },
    { a: { mode: '100755', content: lines(9) } },
    { a: lines(9, { 2: 'x' }) },
  ),
  'made executable on the head': fork({ a: lines(9) }, { z: '1\n' }, { a: { mode: '100755', content: lines(9) } }),
  'a file became a link': fork({ a: 'b', z: '1\n' }, { z: '2\n' }, { a: { mode: '120000', content: 'b' } }),
  'links to different places': fork(
    { a: { mode: '120000', content: 'x' } },
    { a: { mode: '120000', content: 'y' } },
    { a: { mode: '120000', content: 'z' } },
  ),
  'a link and a file of one name': fork({ z: '1\n' }, { a: 'text\n' }, { a: { mode: '120000', content: 'z' } }),
  'a submodule moved on the head': fork({ s: { submodule: one }, z: '1\n' }, { z: '2\n' }, { s: { submodule: two } }),
  'a submodule moved on both sides': fork(
    { s: { submodule: one }, z: '1\n' },
    { s: { submodule: two } },
    { s: { submodule: three } },
  ),
  'a submodule added and a file of its name': fork({ z: '1\n' }, { s: 'text\n' }, { s: { submodule: two } }),
  'a submodule deleted and moved': fork({ s: { submodule: one }, z: '1\n' }, { s: null }, { s: { submodule: two } }),
  'a binary file on one side': fork({ a: bytes(3), z: '1\n' }, { z: '2\n' }, { a: bytes(5) }),
  'a binary file on both sides': fork({ a: bytes(3) }, { a: bytes(5) }, { a: bytes(7) }),
  'lines that end with CR LF': fork(
    { a: lines(30).replaceAll('\n', '\r\n') },
    { a: lines(30, { 2: 'two' }).replaceAll('\n', '\r\n') },
    { a: lines(30, { 25: 'x' }).replaceAll('\n', '\r\n') },
  ),
  'line ends changed on one side': fork(
    { a: lines(9) },
    { a: lines(9).replaceAll('\n', '\r\n') },
    { a: lines(9, { 3: 'x' }) },
  ),
  'white space changed on one side': fork(
    { a: lines(9) },
    { a: lines(9).replaceAll(/^/gm, '  ').trimEnd() },
    { a: lines(9, { 3: 'x' }) },
  ),
  'a long file': fork({ a: lines(20_000) }, { a: lines(20_000, { 7: 'x' }) }, { a: lines(20_000, { 19_000: 'y' }) }),
  'a log that both add to, put together line by line': fork(
    { '.gitattributes': 'log merge=union\n', log: lines(3) },
    { log: `${lines(3)}ours\n` },
    { log: `${lines(3)}theirs\n` },
  ),
  'a file that must not be merged': fork(
    { '.gitattributes': '*.lock -merge\n', 'a.lock': lines(30) },
    { 'a.lock': lines(30, { 2: 'two' }) },
    { 'a.lock': lines(30, { 25: 'x' }) },
  ),
  'text that is said to be binary, in a folder': fork(
    { 'd/.gitattributes': '*.txt binary\n', 'd/a.txt': lines(30) },
    { 'd/a.txt': lines(30, { 2: 'two' }) },
    { 'd/a.txt': lines(30, { 25: 'x' }) },
  ),
  'a driver that nobody has': fork(
    { '.gitattributes': '* merge=special\n', a: lines(30) },
    { a: lines(30, { 2: 'two' }) },
    { a: lines(30, { 25: 'x' }) },
  ),
  'attributes that only the head has': fork(
    { log: lines(3) },
    { log: `${lines(3)}ours\n` },
    { '.gitattributes': 'log merge=union\n', log: `${lines(3)}theirs\n` },
  ),
  'names of every kind': fork(
    { '"t\\303\\244st/\\"quoted\\".txt"': lines(9), '"new\\nline"': '1\n', '"\\377\\376"': lines(9), '-x': lines(9) },
    { '"\\377\\376"': lines(9, { 2: 'x' }), '-x': lines(9, { 1: 'x' }), '"new\\nline"': '2\n' },
    { '"\\377\\376"': lines(9, { 2: 'y' }), '-x': lines(9, { 9: 'y' }), '"new\\nline"': '3\n' },
  ),
  'merged in both directions before': (h) => {
    const start = h.commit([], { a: lines(30), b: lines(30) })
    const left = h.commit([start], { a: lines(30, { 2: 'left' }) })
    const right = h.commit([start], { b: lines(30, { 2: 'right' }) })
    const both = { a: lines(30, { 2: 'left' }), b: lines(30, { 2: 'right' }) }
    const target = h.commit([left, right], both)
    const head = h.commit([right, left], both)
    return [
      h.commit([target], { a: lines(30, { 2: 'left', 20: 'x' }) }),
      h.commit([head], { a: lines(30, { 2: 'left', 29: 'y' }) }),
    ]
  },
  'merged in both directions differently': (h) => {
    const start = h.commit([], { a: lines(9) })
    const left = h.commit([start], { a: lines(9, { 5: 'left' }) })
    const right = h.commit([start], { a: lines(9, { 5: 'right' }) })
    const target = h.commit([left, right], { a: lines(9, { 5: 'left' }) })
    const head = h.commit([right, left], { a: lines(9, { 5: 'right' }) })
    return [h.commit([target], { z: '1\n' }), h.commit([head], { y: '1\n' })]
  },
  'several commits': (h) => {
    const start = h.commit([], { a: lines(30), b: '1\n' })
    const target = h.commit([start], { a: lines(30, { 2: 'target' }) })
    let head = start
    for (let at = 10; at < 25; at++)
      head = h.commit([head], { a: lines(30, { [at]: `${at} changed` }), [`n${at}`]: 'x\n' })
    return [target, head]
  },
  'the second of three commits does not fit': (h) => {
    const start = h.commit([], { a: lines(9), b: '1\n' })
    const target = h.commit([start], { a: lines(9, { 5: 'target' }) })
    const first = h.commit([start], { b: '2\n' })
    const second = h.commit([first], { a: lines(9, { 5: 'head' }) })
    return [target, h.commit([second], { a: lines(9), c: '1\n' })]
  },
  'there and back again': (h) => {
    const start = h.commit([], { a: lines(9) })
    const target = h.commit([start], { a: lines(9, { 5: 'target' }) })
    return [target, h.commit([h.commit([start], { b: '1\n' })], { b: null })]
  },
  'a commit that the target has already': (h) => {
    const start = h.commit([], { a: lines(30) })
    const target = h.commit([h.commit([start], { a: lines(30, { 9: 'x' }) })], { z: '1\n' })
    return [target, h.commit([h.commit([start], { a: lines(30, { 9: 'x' }) })], { b: '1\n' })]
  },
  'all commits are in the target already': (h) => {
    const start = h.commit([], { a: lines(30) })
    const target = h.commit([h.commit([start], { a: lines(30, { 9: 'x' }) })], { z: '1\n' })
    return [target, h.commit([start], { a: lines(30, { 9: 'x' }) })]
  },
  'a commit of which nothing is left': (h) => {
    const start = h.commit([], { a: lines(9), b: lines(9) })
    const target = h.commit([start], { a: lines(9, { 5: 'x' }), b: lines(9, { 5: 'x' }) })
    return [target, h.commit([h.commit([start], { a: lines(9, { 5: 'x' }) })], { c: '1\n' })]
  },
  'empty commits': (h) => {
    const start = h.commit([], { a: '1\n' })
    const target = h.commit([h.commit([start], { z: '1\n' })], {})
    return [target, h.commit([h.commit([h.commit([start], {})], { b: '1\n' })], {}, { message: 'Empty again\n' })]
  },
  'merges on the way': (h) => {
    const start = h.commit([], { a: lines(30), z: '1\n' })
    const side = h.commit([start], { s: 'side\n' })
    const first = h.commit([start], { a: lines(30, { 3: 'x' }) })
    const target = h.commit([start], { z: '2\n' })
    const merge = h.commit([first, side], { a: lines(30, { 3: 'x' }), s: 'side\n' })
    return [h.commit([target], { y: '1\n' }), h.commit([h.commit([merge, target], { z: '2\n' })], { c: '1\n' })]
  },
  'an octopus on the way': (h) => {
    const start = h.commit([], { a: '1\n' })
    const arms = ['x', 'y', 'w'].map((name) => h.commit([start], { [name]: '1\n' }))
    const octopus = h.commit([h.commit([start], { a: '2\n' }), ...arms], { a: '2\n', x: '1\n', y: '1\n', w: '1\n' })
    return [h.commit([start], { z: '1\n' }), h.commit([octopus], { x: '2\n' })]
  },
  'a second first commit on the way': (h) => {
    const start = h.commit([], { a: '1\n' })
    const other = h.commit([h.commit([], { 'lib/x': lines(9) })], { 'lib/x': lines(9, { 3: 'x' }) })
    const merge = h.commit([start, other], { 'lib/x': lines(9, { 3: 'x' }) })
    return [h.commit([start], { z: '1\n' }), merge]
  },
  'messages that are not UTF-8': (h) => {
    const texts: readonly CommitText[] = [
      {
        message: Buffer.from('Gr\xfc\xdfe\n', 'latin1'),
        author: Buffer.from('J\xfcrgen <j@example.org>', 'latin1'),
        encoding: 'ISO-8859-1',
      },
      { message: 'Grüße\n\nmit einem Absatz\n', author: 'Jürgen <j@example.org>' },
      { message: 'Without an end' },
    ]
    const start = h.commit([], { a: '1\n' })
    let head = start
    for (const [at, text] of texts.entries()) head = h.commit([head], { [`f${at}`]: 'x\n' }, text)
    return [h.commit([start], { z: '1\n' }), head]
  },
  'a rename and later a change': (h) => {
    const start = h.commit([], { a: lines(30), z: '1\n' })
    const target = h.commit([start], { a: lines(30, { 2: 'target' }) })
    const renamed = h.commit([start], { a: null, 'deep/er/b': lines(30) })
    return [target, h.commit([renamed], { 'deep/er/b': lines(30, { 28: 'head' }) })]
  },
}

/** Unrelated histories are apart: git would rebase them, and we refuse. */
export function unrelated(h: Histories): Ends {
  return [h.commit([], { a: '1\n' }), h.commit([h.commit([], { b: '1\n' })], { c: '1\n' })]
}

export function allCases(h: Histories): readonly MergeCase[] {
  return Object.entries(cases).map(([name, make]) => {
    const [target, head] = make(h)
    return { name, target, head }
  })
}
