// What happens to a branch while people review it: each case is what they wrote about, and what it became.
import { sampleCode, sampleData, sampleProse } from './sample-code.ts'
import { TrackedText } from './tracked-text.ts'

export type Files = Readonly<Record<string, TrackedText>>

export interface ReviewCase {
  readonly name: string
  /** What was there before, then and now. */
  readonly base: readonly [Files, Files]
  readonly head: readonly [Files, Files]
  /** Lines that are written about together; single ones where nothing is said. */
  readonly range?: number
  readonly side?: 'old' | 'new'
  /** Under which name the comments were written, where it is not the file's own. */
  readonly shownAs?: string
}

const path = 'src/forge.ts'
let seed = 0

/** A branch that was changed in one file, on the same base. */
function amended(change: (text: TrackedText) => TrackedText, make = sampleCode): Omit<ReviewCase, 'name'> {
  const text = TrackedText.of(make(++seed))
  return { base: [{}, {}], head: [{ [path]: text }, { [path]: change(text) }] }
}

/** The branch adds a line of its own; meanwhile the target has changed. */
function rebased(upstream: (text: TrackedText) => TrackedText): Omit<ReviewCase, 'name'> {
  const before = TrackedText.of(sampleCode(++seed))
  const own = (text: TrackedText): TrackedText => {
    const at = text.find(/^export/)
    return text.edit(at, 1, (line) => line.replace('input', 'given')).insert(at + 1, '  assertOpen(given)')
  }
  const offered = own(before)
  const after = upstream(before)
  // The lines of the branch are the same ones on the new base.
  const added = offered.lines[offered.find(/assertOpen/)]
  const rewritten = own(after)
  const lines = rewritten.lines.map((line) => (line.text.includes('assertOpen') && added !== undefined ? added : line))
  return {
    base: [{ [path]: before }, { [path]: after }],
    head: [{ [path]: offered }, { [path]: new TrackedText(lines) }],
  }
}

const body = (text: TrackedText, nth: number): { readonly start: number; readonly count: number } => {
  let start = 0
  for (let at = 0; at <= nth; at++) start = text.find(/^\/\*\*/, start + 1)
  return { start, count: text.find(/^\}/, start) - start + 2 }
}

const aFunction = `/**
 * Polishes what is left.
 */
export async function polishRest(input: Rest): Promise<Shine | null> {
  let total = 0
  for (const ember of input.embers) {
    total += ember.weight * 2
  }
  return { total }
}
`

const moved =
  (from: number, to: number) =>
  (text: TrackedText): TrackedText => {
    const block = body(text, from)
    return text.move(block.start, block.count, to === -1 ? text.lines.length : body(text, to).start)
  }

const cases: Readonly<Record<string, () => Omit<ReviewCase, 'name'>>> = {
  'nothing but the message': () => amended((text) => text),
  'lines above': () => amended((text) => text.insert(0, '// SPDX-License-Identifier: MIT\n')),
  'lines below': () => amended((text) => text.insert(text.lines.length, aFunction)),
  'a function in the middle': () => amended((text) => text.insert(body(text, 3).start, aFunction)),
  'a function gone from the middle': () => amended((text) => text.remove(body(text, 3).start, body(text, 3).count)),
  'several functions gone': () => {
    return amended((text) => {
      const less = text.remove(body(text, 5).start, body(text, 5).count)
      return less.remove(body(less, 1).start, body(less, 1).count)
    })
  },
  'a function copied before itself': () => {
    return amended((text) => {
      const { start, count } = body(text, 2)
      const copy = text.lines.slice(start, start + count).map((line) => line.text.replace('function ', 'function old'))
      return text.insert(start, copy.join('\n'))
    })
  },
  'a function copied behind itself': () => {
    return amended((text) => {
      const { start, count } = body(text, 2)
      const copy = text.lines.slice(start, start + count).map((line) => line.text.replace('function ', 'function new'))
      return text.insert(start + count, copy.join('\n'))
    })
  },
  'a function moved down': () => amended(moved(1, 5)),
  'a function moved up': () => amended(moved(5, 1)),
  'a function moved to the end': () => amended(moved(0, -1)),
  'functions in another order': () => amended((text) => moved(6, 0)(moved(3, 1)(text))),
  'a line here and there': () => {
    return amended((text) => {
      const first = text.insert(body(text, 1).start + 5, '  log.debug(input)')
      return first.insert(body(first, 4).start + 5, '  log.debug(input)')
    })
  },
  'a name replaced everywhere': () => amended((text) => text.editAll((line) => line.replaceAll('input', 'request'))),
  'a name replaced by a longer one': () =>
    amended((text) => text.editAll((line) => line.replaceAll('total', 'accumulatedWeight'))),
  'numbers changed': () => amended((text) => text.editAll((line) => line.replace(/(\d+)$/, '4711'))),
  'indented as a whole': () => amended((text) => text.editAll((line) => (line === '' ? '' : `    ${line}`))),
  'tabs for spaces': () => amended((text) => text.editAll((line) => line.replaceAll('  ', '\t'))),
  'line ends changed': () => amended((text) => text.editAll((line) => `${line}\r`)),
  'spaces at the ends of lines': () => amended((text) => text.editAll((line) => `${line}  `)),
  'semicolons everywhere': () => amended((text) => text.editAll((line) => (/[)\w'}]$/.test(line) ? `${line};` : line))),
  'other quotes': () => amended((text) => text.editAll((line) => line.replaceAll("'", '"'))),
  'formatted anew': () => {
    return amended((text) =>
      text.editAll((line) => (line === '' ? '' : `  ${line.replaceAll("'", '"')}${/[)\w]$/.test(line) ? ';' : ''}`)),
    )
  },
  'a body wrapped in a condition': () => {
    return amended((text) => {
      const { start, count } = body(text, 2)
      const inner = text.edit(start + 4, count - 6, (line) => `  ${line}`)
      return inner.insert(start + count - 2, '  }').insert(start + 4, '  if (input.isOpen) {')
    })
  },
  'a body taken out of a condition': () => {
    return amended((text) => {
      const at = text.find(/if \(input\.closed\)|for \(const|try \{/)
      const end = text.find(/^ {2}\}/, at)
      return text
        .edit(at + 1, end - at - 1, (line) => line.slice(2))
        .remove(end)
        .remove(at)
    })
  },
  'lines moved into a function of their own': () => {
    return amended((text) => {
      const { start, count } = body(text, 3)
      const taken = text.move(start + 5, count - 8, text.lines.length)
      const at = taken.lines.length - (count - 8)
      return taken.insert(taken.lines.length, '}').insert(at, 'async function takenOut(input: Part): Promise<void> {')
    })
  },
  'a function written anew': () => {
    return amended((text) => {
      const { start, count } = body(text, 3)
      return text.rewrite(
        start + 4,
        count - 6,
        "  const shop = openShop('corner')\n  shop.sell(everything, { at: halfPrice })\n  closeShop(shop)",
      )
    })
  },
  'a line deleted in each function': () => {
    return amended((text) => {
      let less = text
      for (let nth = 6; nth >= 0; nth--) less = less.remove(body(less, nth).start + 4)
      return less
    })
  },
  'imports sorted': () => amended((text) => text.sort(0, 8)),
  'an import added to the sorted ones': () =>
    amended((text) => text.sort(0, 8).insert(3, "import { quite } from './new.ts'")),
  'parameters added': () => {
    return amended((text) => text.editAll((line) => line.replace(/\((input: \w+)\)/, '($1, options: Options = {})')))
  },
  'a word behind each return': () =>
    amended((text) => text.editAll((line) => line.replace(/return null$/, 'return null // nothing'))),
  'comments reworded': () =>
    amended((text) => text.editAll((line) => line.replace(/ as the (\w+) wants it/, ', the way a $1 likes it'))),
  'calls that wait no longer': () => amended((text) => text.editAll((line) => line.replace('await ', ''))),
  'lines broken in two': () => {
    return amended((text) => {
      let longer = text
      for (let at = longer.find(/filter\(/); ; ) {
        const [start = '', end = ''] = longer.lines[at]?.text.split('.filter(') ?? []
        longer = longer.edit(at, 1, () => start).insert(at + 1, `    .filter(${end}`)
        const next = longer.lines.findIndex(
          ({ text: line }, index) => index > at + 1 && line.includes('= input') && line.includes('.filter('),
        )
        if (next === -1) return longer
        at = next
      }
    })
  },
  'everything at once': () => {
    return amended((text) => {
      const renamed = text.editAll((line) => line.replaceAll('input', 'request'))
      const shorter = renamed.remove(body(renamed, 5).start, body(renamed, 5).count)
      return moved(4, 1)(shorter.insert(body(shorter, 2).start, aFunction).insert(0, '// Forged by hand\n'))
    })
  },
  'prose: a paragraph in between': () => {
    return amended(
      (text) => text.insert(text.find(/## Part 4/), '## Part 3b\n\nSomething entirely different.\n'),
      sampleProse,
    )
  },
  'prose: sentences put right': () => {
    return amended(
      (text) => text.editAll((line) => line.replace(' times.', ' times a day.').replace('The ', 'Each ')),
      sampleProse,
    )
  },
  'prose: parts renumbered': () => {
    return amended(
      (text) => text.editAll((line) => line.replace(/## Part (\d+)/, (_, n: string) => `## Part ${Number(n) + 1}`)),
      sampleProse,
    )
  },
  'data: an entry added': () => {
    return amended(
      (text) =>
        text.insert(
          text.find(/^ {2}\},/) + 1,
          '  "added": {\n    "version": "1.0.0",\n    "kind": "new",\n    "weight": 1\n  },',
        ),
      sampleData,
    )
  },
  'data: versions raised': () => {
    return amended(
      (text) =>
        text.editAll((line) => line.replace(/"version": "(\d+)/, (_, n: string) => `"version": "${Number(n) + 1}`)),
      sampleData,
    )
  },
  'data: an entry removed': () => amended((text) => text.remove(6, 5), sampleData),
  renamed: () => {
    const text = TrackedText.of(sampleCode(++seed))
    return { base: [{}, {}], head: [{ [path]: text }, { 'src/smith.ts': text }] }
  },
  'renamed and changed': () => {
    const text = TrackedText.of(sampleCode(++seed))
    const changed = text.insert(body(text, 3).start, aFunction).editAll((line) => line.replace('let total', 'let sum'))
    return { base: [{}, {}], head: [{ [path]: text }, { 'lib/deep/smith.ts': changed }] }
  },
  'renamed, and something else in its place': () => {
    const text = TrackedText.of(sampleCode(++seed))
    const other = TrackedText.of(sampleProse(++seed))
    return { base: [{}, {}], head: [{ [path]: text }, { 'src/smith.ts': text.insert(0, '// Moved\n'), [path]: other }] }
  },
  deleted: () => {
    const text = TrackedText.of(sampleCode(++seed))
    return { base: [{}, {}], head: [{ [path]: text }, { 'README.md': TrackedText.of('# Gone\n') }] }
  },
  'rebased: lines above': () => rebased((text) => text.insert(0, '// SPDX-License-Identifier: MIT\n')),
  'rebased: a function in the middle': () => rebased((text) => text.insert(body(text, 4).start, aFunction)),
  'rebased: functions in another order': () => rebased((text) => moved(6, 1)(text)),
  'rebased: a name replaced everywhere': () =>
    rebased((text) => text.editAll((line) => line.replaceAll('total', 'sum'))),
  'rebased: the file was renamed': () => {
    const { base, head } = rebased((text) => text.insert(0, '// Renamed\n'))
    return {
      base: [base[0], { 'src/smith.ts': base[1][path] ?? TrackedText.of('') }],
      head: [head[0], { 'src/smith.ts': head[1][path] ?? TrackedText.of('') }],
    }
  },
  'old lines: the target went on': () => ({
    ...rebased((text) => text.insert(body(text, 2).start, aFunction)),
    side: 'old',
  }),
  'old lines: the target changed them': () => ({
    ...rebased((text) => text.editAll((line) => line.replaceAll('await ', ''))),
    side: 'old',
  }),
  'old lines: of a file that the branch renames': () => {
    const before = TrackedText.of(sampleCode(++seed))
    const after = before.insert(0, '// The target went on\n')
    const offered = before.insert(before.lines.length, aFunction)
    return {
      base: [{ [path]: before }, { [path]: after }],
      head: [{ 'src/smith.ts': offered }, { 'src/smith.ts': offered }],
      side: 'old',
      shownAs: 'src/smith.ts',
    }
  },
  'ranges: lines above': () => ({ ...amended((text) => text.insert(0, '// Above\n')), range: 4 }),
  'ranges: a function moved': () => ({ ...amended(moved(1, 5)), range: 3 }),
  'ranges: a name replaced everywhere': () => ({
    ...amended((text) => text.editAll((line) => line.replaceAll('input', 'request'))),
    range: 4,
  }),
  'ranges: indented as a whole': () => ({
    ...amended((text) => text.editAll((line) => (line === '' ? '' : `  ${line}`))),
    range: 5,
  }),
  'a long file': () => ({
    ...amended(
      (text) => text.insert(body(text, 900).start, aFunction).insert(0, '// Long\n'),
      (from) => sampleCode(from, 2200),
    ),
  }),
}

export function reviewCases(): readonly ReviewCase[] {
  return Object.entries(cases).map(([name, make]) => ({ name, ...make() }))
}
