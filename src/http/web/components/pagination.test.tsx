import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { type PageInfo, Pagination } from './pagination.tsx'

const textOf = (info: PageInfo): string =>
  renderToString(<Pagination info={info} noun="commits" />).replaceAll(/<[^>]*>/g, ' ')

it('says how many there are, or that more follow where nobody has counted them yet', () => {
  const info = { page: 2, perPage: 30, path: '/commits' }
  expect(textOf({ ...info, total: 65 })).toMatch(/31 to 60 of 65\s+commits.*Page 2\s+of 3/s)
  const uncounted = renderToString(<Pagination info={{ ...info, total: 61, isAtLeast: true }} noun="commits" />)
  expect(uncounted).toMatch(/31 to 60 of more than 60\s+commits/)
  expect(uncounted).not.toContain('of 3')
  expect(uncounted).toContain('href="/commits?page=3" rel="next"')
})
