import type { Element, ElementContent, RootContent } from 'hast'
import { readProgram } from './read-program.ts'

type Writer = typeof import('./write-formula.ts')

/** How many formulas a text may have, and how large they may be together: what is left is shown as it was written. */
export class FormulaRoom {
  formulas = 2000
  letters = 100_000
  elements = 60_000
}

/** The formula that an element stands for: code in a language called math. Null where it is anything else. */
export function formulaOf(node: RootContent | ElementContent, room: FormulaRoom): Element | null {
  if (node.type !== 'element') return null
  if (node.tagName === 'pre') {
    const [code, ...others] = node.children
    const isOne = code !== undefined && others.length === 0 && languageOf(code) === 'math'
    return isOne ? blockOf('div', textOf(code), room) : null
  }
  switch (languageOf(node)) {
    case 'math':
      return mathOf(textOf(node), false, room)
    case 'math-display':
      return blockOf('span', textOf(node), room)
    default:
      return null
  }
}

function languageOf(node: ElementContent | RootContent): string | null {
  if (node.type !== 'element' || node.tagName !== 'code') return null
  const classes = node.properties['className']
  const first = Array.isArray(classes) ? String(classes[0]) : ''
  return first.startsWith('language-math') ? first.slice('language-'.length) : null
}

/** Wide ones scroll by themselves, by keyboard too. */
function blockOf(tagName: 'div' | 'span', tex: string, room: FormulaRoom): Element {
  const children = [mathOf(tex, true, room)]
  return { type: 'element', tagName, properties: { className: ['formula'], tabIndex: 0 }, children }
}

/** As it was written, where it cannot be a formula: the title says why. */
function mathOf(source: string, isDisplay: boolean, room: FormulaRoom): Element {
  const tex = source.trim()
  try {
    if (room.formulas <= 0 || room.letters < tex.length) throw new Error('there are too many formulas in this text')
    room.formulas -= 1
    room.letters -= tex.length
    const { element, size } = writer().writeFormula(tex, isDisplay, room.elements)
    room.elements -= size
    return element
  } catch (error) {
    const properties = { title: `No formula: ${reasonOf(error)}.`, className: ['formula-source'] }
    return { type: 'element', tagName: 'code', properties, children: [{ type: 'text', value: tex }] }
  }
}

/** The library shows the place as well, below what it says. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'too much of it is inside of something else'
  if (error instanceof TypeError || !(error instanceof Error)) return 'it cannot be read'
  const [first = ''] = error.message.trim().split('\n')
  return first.replace(/[\s:.]+$/, '').slice(0, 200)
}

let loaded: Writer | null = null

function writer(): Writer {
  loaded ??= readProgram('write-formula') as Writer
  return loaded
}

function textOf(node: RootContent | ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}
