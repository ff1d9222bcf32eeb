// Made from the list of routes: a new one is held to it without a line being written here.
import { describe, expect, it } from 'vitest'
import { isByteBody } from '../../src/http/api/route.ts'
import { allRoutes, nameOf } from '../support/every-route.ts'

describe('what a route takes', () => {
  it.each(allRoutes.map((route) => ({ name: nameOf(route), route })))('$name bounds every list', ({ route }) => {
    const schemas = { params: route.params, query: route.query, body: isByteBody(route.body) ? undefined : route.body }
    expect(unboundedIn(schemas, '')).toEqual([])
  })
})

/** Where a list may be as long as it likes. */
function unboundedIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const here = Reflect.get(schema, 'type') === 'array' && typeof Reflect.get(schema, 'maxItems') !== 'number'
  const inside = Object.entries(schema).flatMap(([name, one]) => unboundedIn(one, `${path}/${name}`))
  return here ? [path, ...inside] : inside
}
