const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/** The sixteen colours as terminals have them, to find the nearest of any other. */
const palette: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
]

/** 0 to 15, or none. */
type Colour = number | null

/** How text of a terminal looks at some point. */
export interface Look {
  front: Colour
  back: Colour
  bold: boolean
  dim: boolean
  italic: boolean
  underline: boolean
  swapped: boolean
}

export const plain: Look = {
  front: null,
  back: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  swapped: false,
}

/** `colours` is what stands between the bracket and the `m`: numbers. */
export function changed(look: Look, colours: string): Look {
  const next = { ...look }
  const codes = colours.split(/[;:]/).map((code) => (code === '' ? 0 : Number(code)))
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === 38 || code === 48) {
      const found = extended(codes.slice(at + 1), colours.includes(':'))
      at += found.taken
      if (found.colour !== null) next[code === 38 ? 'front' : 'back'] = found.colour
    } else Object.assign(next, effectOf(code))
  }
  return next
}

function effectOf(code: number): Partial<Look> {
  if (code >= 30 && code <= 37) return { front: code - 30 }
  if (code >= 90 && code <= 97) return { front: code - 82 }
  if (code >= 40 && code <= 47) return { back: code - 40 }
  if (code >= 100 && code <= 107) return { back: code - 92 }
  return effects.get(code) ?? {}
}

const effects = new Map<number, Partial<Look>>([
  [0, plain],
  [1, { bold: true }],
  [2, { dim: true }],
  [3, { italic: true }],
  [4, { underline: true }],
  [7, { swapped: true }],
  [22, { bold: false, dim: false }],
  [23, { italic: false }],
  [24, { underline: false }],
  [27, { swapped: false }],
  [39, { front: null }],
  [49, { back: null }],
])

/** `5;n`, or `2;r;g;b`; with colons there may be a number of a colour space in between. */
function extended(codes: readonly number[], hasColons: boolean): { readonly colour: Colour; readonly taken: number } {
  const [kind, ...values] = codes
  if (kind === 5) return { colour: ofTable(values[0] ?? 0), taken: 2 }
  if (kind !== 2) return { colour: null, taken: 0 }
  const start = hasColons && values.length > 3 ? 1 : 0
  const [red = 0, green = 0, blue = 0] = values.slice(start)
  return { colour: nearest(red, green, blue), taken: 4 + start }
}

function ofTable(index: number): Colour {
  if (index < 16) return index
  if (index > 255) return null
  if (index >= 232) return nearest(8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10)
  const cube = index - 16
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6))
}

/** Of one of the three lights, in six steps. */
function level(step: number): number {
  return step === 0 ? 0 : 55 + step * 40
}

function nearest(red: number, green: number, blue: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, [r, g, b]] of palette.entries()) {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

export function classesOf(look: Look): string {
  const [front, back] = look.swapped ? [look.back, look.front] : [look.front, look.back]
  return [
    front !== null && `ansi-${nameOf(front)}`,
    back !== null && `ansi-on-${names[back % 8] ?? 'white'}`,
    look.swapped && look.front === null && look.back === null && 'ansi-swapped',
    look.bold && 'ansi-bold',
    look.dim && 'ansi-dim',
    look.italic && 'ansi-italic',
    look.underline && 'ansi-underline',
  ]
    .filter((one) => one !== false)
    .join(' ')
}

function nameOf(colour: number): string {
  return `${colour >= 8 ? 'bright-' : ''}${names[colour % 8] ?? 'white'}`
}
