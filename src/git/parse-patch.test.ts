import { expect, it } from 'vitest'
import { parsePatch } from './parse-patch.ts'

it('a file that becomes a link goes line by line, and the link comes', () => {
  const patch = `diff --git a/a b/a
deleted file mode 100644
--- a/a
+++ /dev/null
@@ -1,2 +0,0 @@
-one
--- two
diff --git a/a b/a
new file mode 120000
--- /dev/null
+++ b/a
@@ -0,0 +1 @@
+b
\\ No newline at end of file
`
  expect(parsePatch(patch).map(({ lines }) => lines)).toEqual([
    [
      { kind: 'remove', old: 1, text: 'one' },
      { kind: 'remove', old: 2, text: '-- two' },
    ],
    [
      { kind: 'add', new: 1, text: 'b' },
      { kind: 'note', text: 'No newline at end of file' },
    ],
  ])
})
