import type { PageRoute } from './page-route.ts'

/**
 * Where somebody is led who opens the address of a form, by reloading or from the history: to the page that holds it,
 * which is the nearest one above.
 */
export function pageOfForm(form: PageRoute, routes: readonly PageRoute[], path: string): string {
  if (form.formAt !== undefined) return form.formAt
  const pattern = form.path.split('/')
  const segments = path.split('/')
  for (let length = pattern.length - 1; length > 1; length--) {
    const above = pattern.slice(0, length).join('/')
    if (routes.some((one) => one.method === 'GET' && one.path === above)) return segments.slice(0, length).join('/')
  }
  return '/'
}

/** Whoever opens its address finds no page there. */
export function isOnlyForm(route: PageRoute, routes: readonly PageRoute[]): boolean {
  return route.method === 'POST' && !routes.some((other) => other.method === 'GET' && other.path === route.path)
}
