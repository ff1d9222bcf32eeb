import { describe, expect, it } from 'vitest'
import { layOutGraph } from './lay-out-graph.ts'

const graph = (...rows: readonly string[]) =>
  layOutGraph(
    rows.map((row) => {
      const [sha = '', ...parents] = row.split(' ')
      return { sha, parents }
    }),
  )

const drawn = (...rows: readonly string[]) =>
  graph(...rows).rows.map(({ lane, lines }) => `${lane}: ${lines.map(({ from, to }) => `${from}-${to}`).join(' ')}`)

describe('the graph of commits', () => {
  it('is one lane where nothing was merged, and ends where the history begins', () => {
    expect(drawn('c b', 'b a', 'a')).toEqual(['0: 0-0', '0: 0-0', '0: '])
  })

  it('opens a lane for what was merged and closes it where the branch began', () => {
    expect(drawn('m a b', 'b o', 'a o', 'o')).toEqual(['0: 0-0 0-1', '1: 0-0 1-1', '0: 1-1 0-1', '1: '])
  })

  it('gives a lane to a commit that nothing on the page leads to, and takes it again when it is free', () => {
    expect(drawn('x a', 'y a', 'a', 'z')).toEqual(['0: 0-0', '1: 0-0 1-0', '0: ', '0: '])
  })

  it('bears octopuses, doubled parents and a hundred branches at once', () => {
    expect(drawn('m a b c', 'c', 'b', 'a')[0]).toBe('0: 0-0 0-1 0-2')
    expect(drawn('m a a', 'a')).toEqual(['0: 0-0 0-0', '0: '])
    const wide = graph(...Array.from({ length: 100 }, (_, at) => `h${at} p${at}`))
    expect(wide.lanes).toBe(14)
    expect(Math.max(...wide.rows.flatMap(({ lines }) => lines.map(({ to }) => to)))).toBe(13)
  })
})
