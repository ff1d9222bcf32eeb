// Text that looks like what people write: functions with much in common, brackets and blank lines everywhere.

const nouns = 'anvil bellows chisel ember flux hammer iron ladle mould nail ore quench rivet slag tongs'.split(' ')
const verbs = 'bend cast cool draw file forge grind heat join melt pour punch shape temper weld'.split(' ')

/** Numbers that look random and are the same each time. */
export function numbers(seed: number): (below: number) => number {
  let state = seed * 7919 + 17
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export function sampleCode(seed: number, functions = 8): string {
  const next = numbers(seed)
  const noun = (): string => nouns[next(nouns.length)] ?? ''
  const used = Array.from({ length: functions }, (_, at) => `${verbs[(seed + at) % verbs.length]}${capital(noun())}`)
  const imports = used.map((name) => `import { ${name}Rules } from './${name}-rules.ts'`)
  return [...imports, '', ...used.flatMap((name) => [...oneFunction(name, next, noun), ''])].join('\n')
}

function oneFunction(name: string, next: (below: number) => number, noun: () => string): readonly string[] {
  const thing = noun()
  const bodies = [
    [
      `  const ${thing}s = input.${noun()}s.filter((one) => one.${noun()} > ${next(90)})`,
      `  if (${thing}s.length === 0) return null`,
    ],
    [
      `  for (const ${thing} of input.${thing}s) {`,
      `    if (${thing}.${noun()} === null) continue`,
      `    total += ${thing}.weight * ${next(9)}`,
      '  }',
    ],
    ['  if (input.closed) {', `    throw new Error('The ${thing} is closed')`, '  }'],
    [
      '  try {',
      `    await ${verbs[next(verbs.length)]}All(input.${noun()})`,
      '  } catch (error) {',
      '    log.warn(error)',
      '    return null',
      '  }',
    ],
    [
      `  const ${noun()} = await find${capital(noun())}(input.id)`,
      '',
      `  // The ${noun()} comes first: the ${noun()} needs it.`,
    ],
  ]
  const parts = Array.from({ length: 2 + next(3) }, () => bodies[next(bodies.length)] ?? [])
  return [
    '/**',
    ` * ${capital(name)} as the ${noun()} wants it, with every ${noun()} in its place.`,
    ' */',
    `export async function ${name}(input: ${capital(thing)}): Promise<${capital(noun())} | null> {`,
    `  let total = ${next(100)}`,
    ...parts.flat(),
    `  return { total, ${noun()}: ${name}Rules.${noun()} }`,
    '}',
  ]
}

export function sampleProse(seed: number, paragraphs = 10): string {
  const next = numbers(seed)
  const noun = (): string => nouns[next(nouns.length)] ?? ''
  const sentence = (): string =>
    `The ${noun()} and the ${noun()} ${verbs[next(verbs.length)]} the ${noun()} ${next(100)} times.`
  return Array.from(
    { length: paragraphs },
    (_, at) => `## Part ${at}\n\n${sentence()}\n${sentence()}\n\n- ${sentence()}\n- ${sentence()}\n`,
  ).join('\n')
}

export function sampleData(seed: number, entries = 15): string {
  const next = numbers(seed)
  const lines = Array.from({ length: entries }, (_, at) => [
    `  "${nouns[at % nouns.length]}${at}": {`,
    `    "version": "${next(9)}.${next(20)}.${next(5)}",`,
    `    "kind": "${verbs[next(verbs.length)]}",`,
    `    "weight": ${next(500)}`,
    at === entries - 1 ? '  }' : '  },',
  ])
  return `${['{', ...lines.flat(), '}'].join('\n')}\n`
}
