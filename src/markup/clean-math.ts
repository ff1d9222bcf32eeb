import type { Element, ElementContent, Text } from 'hast'
import { asText, className } from './math-styles.ts'

/** They have words in them and nothing else: in HTML, elements of another kind could begin there. */
const words = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])
const shapes = new Set(
  `math mrow mspace mstyle mpadded mphantom mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts
   mprescripts none mtable mtr mtd menclose`.split(/\s+/),
)
const deepest = 200

type Check = (value: string) => string | null

const yesOrNo: Check = (value) => (value === 'true' || value === 'false' ? value : null)
const colour: Check = (value) => (/^(?:#[\da-f]{3,8}|[a-z]{3,20})$/i.test(value) ? value : null)
const oneOf =
  (...known: readonly string[]): Check =>
  (value) =>
    known.includes(value) ? value : null

const emOf: Readonly<Record<string, number>> = { em: 1, ex: 0.5, px: 1 / 16, pt: 1 / 12, mm: 0.24, cm: 2.4, in: 6 }

/** A length that is no larger than anybody needs: nothing that is written covers a page. */
const length =
  (most: number): Check =>
  (value) => {
    const [, sign = '', number = '', unit = ''] = /^(-?)(\d*\.?\d+)(em|ex|px|pt|mm|cm|in)$/.exec(value) ?? []
    if (number === '') return value === '0' ? value : null
    return Number(number) * (emOf[unit] ?? 1) > most ? `${sign}${most}em` : value
  }

const attributes: Readonly<Record<string, Check>> = {
  accent: yesOrNo,
  accentunder: yesOrNo,
  depth: length(10),
  displaystyle: yesOrNo,
  fence: yesOrNo,
  form: oneOf('prefix', 'infix', 'postfix'),
  height: length(10),
  largeop: yesOrNo,
  linethickness: length(1),
  lspace: length(2),
  mathbackground: colour,
  mathcolor: colour,
  mathsize: length(3),
  mathvariant: oneOf('normal'),
  maxsize: length(10),
  minsize: length(10),
  movablelimits: yesOrNo,
  notation: (value) => (/^[a-z ]{1,60}$/.test(value) ? value : null),
  rspace: length(2),
  scriptlevel: oneOf('0', '1', '2', '3'),
  separator: yesOrNo,
  stretchy: yesOrNo,
  symmetric: yesOrNo,
  voffset: length(5),
  width: length(30),
}

/** What the library makes: some of it has no name, and is what is in it. */
interface Node {
  readonly type?: unknown
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly classes?: unknown
  readonly style?: Readonly<Record<string, unknown>>
  readonly children?: readonly unknown[]
  readonly text?: unknown
}

interface Whole {
  readonly alttext: string
  readonly isDisplay: boolean
  readonly room: number
}

/** MathML of our own from what the library made: elements, attributes and lengths that are listed here, and text. */
export function cleanMath(tree: unknown, { alttext, isDisplay, room }: Whole): { element: Element; size: number } {
  const left = { room }
  const [element] = contentOf(tree, left, 0)
  if (element?.type !== 'element' || element.tagName !== 'math') throw new Error('it is no formula')
  const properties = { ...(isDisplay ? { display: 'block' } : {}), alttext }
  return { element: { ...element, properties }, size: room - left.room }
}

function contentOf(node: unknown, left: { room: number }, depth: number): ElementContent[] {
  if (!isNode(node)) return []
  if (depth > deepest) throw new Error('too much of it is inside of something else')
  if (--left.room < 0) throw new Error('it is too large')
  if (typeof node.text === 'string') return [text(node.text)]
  const inner = (node.children ?? []).flatMap((child) => contentOf(child, left, depth + 1))
  if (typeof node.type !== 'string') return inner
  const tagName = node.type
  if (words.has(tagName)) {
    return [{ type: 'element', tagName, properties: propertiesOf(node), children: [text(inner.map(textOf).join(''))] }]
  }
  if (!shapes.has(tagName)) throw new Error(`it has a part that is not shown here (${tagName})`)
  const children = inner.filter((child) => child.type === 'element')
  return [withPrime({ type: 'element', tagName, properties: propertiesOf(node), children })]
}

/** The sign stands high by itself: as an exponent, as the library has it, it would be out of sight. */
function withPrime(element: Element): Element {
  const [base, ...scripts] = element.children
  const prime = scripts.at(-1)
  if (base === undefined || !isPrime(prime)) return element
  const primed: Element = { type: 'element', tagName: 'mrow', properties: {}, children: [base, prime] }
  if (element.tagName === 'msup') return primed
  const [below] = scripts
  if (element.tagName !== 'msubsup' || below === undefined) return element
  return { ...element, tagName: 'msub', children: [primed, below] }
}

function isPrime(node: ElementContent | undefined): node is Element {
  return node?.type === 'element' && /^[\u2032-\u2034\u2057]{1,4}$/.test(textOf(node))
}

function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null
}

function text(value: string): Text {
  return { type: 'text', value }
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}

function propertiesOf(node: Node): Record<string, string | string[]> {
  const properties: Record<string, string | string[]> = {}
  const { color } = node.style ?? {}
  for (const [name, value] of Object.entries({ ...node.attributes, ...(color ? { mathcolor: color } : {}) })) {
    const checked = Object.hasOwn(attributes, name) ? attributes[name]?.(asText(value)) : null
    if (checked != null) properties[name] = checked
  }
  // As it is written out: on a dark page a rule is light.
  if (node.type === 'mspace' && properties['mathbackground'] === 'black') properties['mathbackground'] = 'currentcolor'
  const classes = className(node.classes, node.style ?? {})
  return classes.length === 0 ? properties : { ...properties, className: classes }
}
