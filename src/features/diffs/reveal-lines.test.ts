import { expect, it } from 'vitest'
import { parsePatch } from '../../git/parse-patch.ts'
import { foreignByName } from './generated-names.ts'
import { gapsOf, revealLines } from './reveal-lines.ts'

// Line 10 became two, and line 30 went.
const patch = `@@ -7,7 +7,8 @@ first
 7
 8
 9
-10
+ten
+and a half
 11
 12
 13
@@ -27,7 +28,6 @@ second
 27
 28
 29
-30
 31
 32
 33
`
const hunks = parsePatch(patch)
const now = Array.from({ length: 40 }, (_, at) => String(at + 1))
const lines = now.flatMap((line) => (line === '10' ? ['ten', 'and a half'] : line === '30' ? [] : [line]))

it('what is left out is known: between hunks exactly, behind the last as soon as the file was read', () => {
  expect(gapsOf(hunks, null, 3)).toEqual({
    above: [
      { from: 1, to: 6 },
      { from: 15, to: 27 },
    ],
    below: { from: 34, to: null },
  })
  expect(gapsOf(hunks, lines.length, 3).below).toEqual({ from: 34, to: 40 })
  expect(gapsOf(hunks, 33, 3).below).toBeNull()
  expect(gapsOf(parsePatch('@@ -1,2 +1,2 @@\n one\n-two\n+2\n\\ No newline at end of file\n'), null, 3)).toEqual({
    above: [null],
    below: null,
  })
})

it('lines are shown with the numbers that they have on both sides; hunks that touch become one', () => {
  const some = revealLines(hunks, lines, [
    { from: 16, to: 17 },
    { from: 36, to: 99 },
  ])
  expect(some.map(({ oldStart, newStart, heading }) => [oldStart, newStart, heading])).toEqual([
    [7, 7, 'first'],
    [15, 16, ''],
    [27, 28, 'second'],
    [36, 36, ''],
  ])
  expect(some[1]?.lines[0]).toEqual({ kind: 'context', old: 15, new: 16, text: '15' })
  const [whole, ...others] = revealLines(hunks, lines, [{ from: 1, to: Number.MAX_SAFE_INTEGER }])
  expect(others).toEqual([])
  const kept = whole?.lines.filter(({ kind }) => kind !== 'remove').map(({ text }) => text)
  expect(kept).toEqual(lines)
  const context = whole?.lines.filter((line) => line.kind === 'context') ?? []
  expect(context.map(({ old }) => String(old))).toEqual(context.map(({ text }) => text))
})

it('nonsense reveals nothing, and the same twice no more than once', () => {
  for (const ranges of [[{ from: 0, to: 0 }], [{ from: 9, to: 1 }], [{ from: 8, to: 12 }], [{ from: 500, to: 900 }]]) {
    expect(revealLines(hunks, lines, ranges)).toEqual(hunks)
  }
  const twice = revealLines(hunks, lines, [
    { from: 1, to: 6 },
    { from: 3, to: 6 },
  ])
  expect(twice[0]?.lines.length).toBe((hunks[0]?.lines.length ?? 0) + 6)
})

it('names tell what a program wrote, and what was brought', () => {
  const generated = ['package-lock.json', 'a/Cargo.lock', 'site/app.min.js', 'site/app.js.map', 'x/y.pb.go', 'm_pb2.py']
  const vendored = ['vendor/a.go', 'web/node_modules/x/index.js', 'third_party/zlib/zlib.h']
  for (const path of generated) expect(foreignByName(path), path).toBe('generated')
  for (const path of vendored) expect(foreignByName(path), path).toBe('vendored')
  for (const path of ['lock.json', 'vendor', 'src/vendors/a.ts', 'min.js', 'package.json']) {
    expect(foreignByName(path), path).toBeNull()
  }
})
