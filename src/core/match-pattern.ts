/**
 * Whether a pattern means a branch. `*` stands for anything but a slash, `?` for one such character, `**` for anything,
 * and `**` with a slash behind it for any folders or none. Goes through the name once for each piece of the pattern: none
 * can make it slow.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  const characters = [...name]
  // Which places in the name can be reached with the part of the pattern that has been read.
  let reached: readonly boolean[] = [true, ...characters.map(() => false)]
  for (const piece of pattern.match(/\*\*\/|\*\*|[*?]|[^*?]+/g) ?? []) reached = advance(piece, characters, reached)
  return reached.at(-1) === true
}

function advance(piece: string, name: readonly string[], from: readonly boolean[]): readonly boolean[] {
  switch (piece) {
    case '**':
      return spread(from, () => true)
    case '*':
      return spread(from, (at) => name[at - 1] !== '/')
    case '**/': {
      const first = from.indexOf(true)
      return from.map((here, at) => here || (first !== -1 && at > first && name[at - 1] === '/'))
    }
    case '?':
      return from.map((_, at) => at > 0 && from[at - 1] === true && name[at - 1] !== '/')
    default: {
      const letters = [...piece]
      const start = (at: number): number => at - letters.length
      return from.map((_, at) => from[start(at)] === true && letters.every((one, i) => name[start(at) + i] === one))
    }
  }
}

/** Every place that was reached, and from each on as far as the characters allow. */
function spread(from: readonly boolean[], passes: (at: number) => boolean): readonly boolean[] {
  const to: boolean[] = []
  for (const [at, here] of from.entries()) to.push(here || (at > 0 && to[at - 1] === true && passes(at)))
  return to
}
