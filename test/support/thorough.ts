// `STITHY_TEST_ALL=1` asks for everything, everywhere, however long it takes. Otherwise what is costly and alike takes turns.
export const thorough = process.env['STITHY_TEST_ALL'] !== undefined

/** All of few; of many every so many-th, beginning with another one for each `turn`. */
export function inTurns<T>(all: readonly T[], every: number, turn: number): readonly T[] {
  return thorough || all.length < every ? all : all.filter((_, index) => (index + turn) % every === 0)
}
