import { describe, expect, it } from 'vitest'
import { busyMs } from '../../../test/support/busy-ms.ts'
import { outlineOf } from './outline.ts'

const names = (file: string, text: string): string[] =>
  outlineOf(file, text).map(({ name, line, depth }) => `${line} ${'>'.repeat(depth)}${name}`)

describe('the outline', () => {
  it.each([
    [
      'a.ts',
      `import x from 'y'
export async function one(a: string) {
  if (a) {
  }
  const local = 1
}
export default class Two<T> extends Three {
  readonly #hidden = 1
  constructor(x: number) {
  async go(): Promise<void> {
  #secret(a, b) {
}
interface Four {}
export type Five = string
export const six = async (x: number) => x
const seven = 7`,
      ['2 one', '7 Two', '9 >constructor', '10 >go', '11 >#secret', '13 Four', '14 Five', '15 six'],
    ],
    ['a.py', 'class A:\n    def b(self):\n        pass\nasync def c(): ...', ['1 A', '2 >b', '4 c']],
    ['a.go', 'package x\nfunc (r *R) Do() {\nfunc Go() {\ntype T struct {', ['2 Do', '3 Go', '4 T']],
    [
      'a.rs',
      'pub(crate) async fn a() {\nimpl<T> X for Y {\n    fn b(&self) {\nstruct S;\nmacro_rules! m {',
      ['1 a', '2 impl<T> X for Y', '3 >b', '4 S', '5 m'],
    ],
    [
      'A.java',
      'public final class A {\n    private static Map<String, X> b(int c) {\n        return d(e);\n    }',
      ['1 A', '2 >b'],
    ],
    [
      'a.c',
      '#define N 1\nstruct s {\nstatic int *f(int a)\n{\n    return g(a);\n}\nint h(void);',
      ['1 N', '2 s', '3 f'],
    ],
    ['a.rb', 'module M\n  class C\n    def d?', ['1 M', '2 >C', '3 >d?']],
    ['a.sh', 'go() {\nfunction stop () {', ['1 go', '2 stop']],
    ['a.md', '# One\ntext\n```\n# none\n```\n## Two ##', ['1 One', '6 >Two']],
    ['a.kt', 'data class A(val x: Int) {\n    override fun b() {\nfun <T> List<T>.c() =', ['1 A', '2 >b', '3 c']],
    ['a.php', '<?php\nfinal class A {\n    public function b() {', ['2 A', '3 >b']],
    ['a.unknown', 'function a() {}', []],
  ])('of %s', (file, text, expected) => {
    expect(names(file, text)).toEqual(expected)
  })

  it('is short, and there in a moment, whatever the file', () => {
    expect(outlineOf('a.py', 'def a():\n'.repeat(5000))).toHaveLength(300)
    for (const file of ['a.ts', 'A.java', 'a.c', 'a.rs', 'a.kt', 'a.php', 'a.md']) {
      for (const line of ['a '.repeat(149), 'public '.repeat(42), ' '.repeat(299), '('.repeat(298), '<'.repeat(299)]) {
        const began = busyMs()
        outlineOf(file, `${line}\n`.repeat(10_000))
        expect(busyMs() - began, `${file} ${line.slice(0, 8)}`).toBeLessThan(200)
      }
    }
  })
})
