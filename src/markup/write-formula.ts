// A program of its own, read when the first formula comes: most threads never see one.
import type { Element } from 'hast'
import temml from 'temml'
import { cleanMath } from './clean-math.ts'

/** Its types are those of another kind of module than it is. */
const { __renderToMathMLTree: treeOf } = temml as unknown as {
  readonly __renderToMathMLTree: (tex: string, options: Readonly<Record<string, unknown>>) => unknown
}

const longest = 8000
/** A table is filled up to its widest row. */
const mostCells = 4000
/** Only what the library itself expands: texts define nothing. */
const mostExpansions = 2000

/** Growth without end begins with one of these, and `&` that nobody counted. */
const definitions = new Set(
  'def gdef edef xdef let futurelet global long newcommand renewcommand providecommand newenvironment'.split(' '),
)

/** TeX as MathML, at most `room` elements of it. Throws what is wrong with it. */
export function writeFormula(tex: string, isDisplay: boolean, room: number): { element: Element; size: number } {
  if (tex.length > longest) throw new Error(`it is longer than ${longest} characters`)
  refuseGrowth(tex)
  const tree = treeOf(tex, {
    displayMode: isDisplay,
    throwOnError: true,
    trust: false,
    maxExpand: mostExpansions,
    maxSize: [20, 240],
    // Where a line may end, which is the case where no scrolling is.
    wrap: 'tex',
  })
  return cleanMath(tree, { alttext: tex, isDisplay, room })
}

function refuseGrowth(tex: string): void {
  let [rows, signs, columns, widest] = [1, 0, 1, 1]
  for (const [token, name] of tex.matchAll(/\\(?:([a-zA-Z]+)|[\s\S])|&/g)) {
    if (name !== undefined && definitions.has(name)) throw new Error(`\\${name} is not for formulas here`)
    if (token === '&') {
      signs++
      widest = Math.max(widest, ++columns)
    }
    if (token === '\\\\' || name === 'cr' || name === 'newline') {
      rows++
      columns = 1
    }
  }
  // A table in a cell ends no row of the one around it: of those that are inside of each other all signs may be of one row.
  if (rows * widest > mostCells || rows * signs > 10 * mostCells) throw new Error(`it has more than ${mostCells} cells`)
}
