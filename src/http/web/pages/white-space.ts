import type { SpaceChoice } from '../components/space-link.tsx'

/** Whether changes of white space alone are left out: `space=ignore`. */
export function whiteSpaceOf(path: string, query: Readonly<Record<string, string>>) {
  const ignoreSpace = query['space'] === 'ignore'
  const kept: Readonly<Record<string, string>> = ignoreSpace ? { space: 'ignore' } : {}
  const view = query['view'] === 'split' ? { view: 'split' } : {}
  const search = new URLSearchParams({ ...view, ...(ignoreSpace ? {} : { space: 'ignore' }) }).toString()
  const choice: SpaceChoice = { isIgnored: ignoreSpace, href: search === '' ? path : `${path}?${search}` }
  return { ignoreSpace, kept, choice }
}
