// What the API description says, and who gets it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Description, readDescription } from '../support/described.ts'
import { allRoutes, nameOf } from '../support/every-route.ts'
import { type Form, forms } from '../support/faults.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
const descriptions = new Map<Form, Description>()

beforeAll(async () => {
  stithy = await startStithy()
  for (const form of forms) descriptions.set(form, await readDescription(stithy.client(form)))
})
afterAll(() => stithy.stop())

function descriptionOf(form: Form): Description {
  const description = descriptions.get(form)
  if (description === undefined) throw new Error('There is no description')
  return description
}

describe('the API description', () => {
  it('is YAML of OpenAPI 3.1, as the form of the deployment has it', async () => {
    const answer = await stithy.client().get('/api/docs/openapi.yaml')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
    expect(answer.headers.get('x-api-form')).toBe('B')
    expect(answer.headers.get('vary')).toContain('X-API-Form')
    expect(parse(answer.text)).toEqual(descriptionOf('B'))
    expect(answer.text).not.toMatch(/[&*]a\d+\b/)
  })

  it.each(forms)('says which version and where, in Form %s', (form) => {
    const description = descriptionOf(form)
    expect(description.openapi).toMatch(/^3\.1\./)
    expect(description.info).toMatchObject({ title: expect.stringContaining(`Form ${form}`), version: '1' })
    expect(description.servers).toEqual([{ url: `${stithy.url}/api/v1` }])
  })

  it('is that of the other form when the header or the query asks for it', async () => {
    const byHeader = await stithy.client().get('/api/docs/openapi.yaml', { headers: { 'x-api-form': 'A' } })
    const byQuery = await stithy.client().get('/api/docs/openapi.yaml?form=a')
    for (const answer of [byHeader, byQuery]) expect(answer.headers.get('x-api-form')).toBe('A')
    expect(byQuery.text).toBe(byHeader.text)
    expect(parse(byHeader.text)).toEqual(descriptionOf('A'))
    expect(descriptionOf('A')).not.toEqual(descriptionOf('B'))
  })

  it('is open to everybody, also with credentials that are none', async () => {
    expect((await stithy.client().as('nonsense').get('/api/docs/openapi.yaml')).status).toBe(200)
  })
})

describe.each(forms)('the description of Form %s', (form) => {
  const operations = () =>
    Object.entries(descriptionOf(form).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )

  it('has every route, and no other', () => {
    const described = operations().map(({ method, path }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual(allRoutes.map(nameOf).toSorted())
  })

  it('gives each operation an id of its own, a summary and a tag that is listed', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = (descriptionOf(form) as unknown as { tags: { name: string }[] }).tags.map((tag) => tag.name)
    for (const { operation } of operations()) {
      expect(operation.operationId).toMatch(/^[a-z0-9_]+$/)
      expect(operation.summary).toMatch(/\S/)
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]))
      expect(operation.tags).toHaveLength(1)
    }
  })

  it('names every parameter of every path, and the page of every list by the words of the form', () => {
    for (const { path, operation } of operations()) {
      const inPath = operation.parameters.filter((one) => one.in === 'path').map((one) => one.name)
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
    }
    const keys = descriptionOf(form).paths['/user/keys']?.['get']
    const size = form === 'A' ? { name: 'limit', default: 20 } : { name: 'per_page', default: 30 }
    expect(keys?.parameters).toEqual([
      { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1, default: 1 } },
      { name: size.name, in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: size.default } },
    ])
    const lines = descriptionOf(form).paths['/repos/{owner}/{repo}/ci/pipelines/{id}/logs']?.['get']
    expect(lines?.parameters.at(-1)).toMatchObject({ name: size.name, schema: { default: 100 } })
  })

  it('asks for a body where one has a field that must be there', () => {
    const bodyOf = (path: string, method: string) =>
      descriptionOf(form).paths[path]?.[method]?.requestBody?.['required']
    expect(bodyOf('/user/tokens', 'post')).toBe(true)
    expect(bodyOf('/user', 'patch')).toBe(false)
  })

  it('says who may: nobody has to sign in where the route is open, and everybody else has to', () => {
    const ways = form === 'A' ? [{ token: [] }] : [{ token: [] }, { cookie: [] }]
    for (const route of allRoutes) {
      const security = descriptionOf(form).paths[route.path]?.[route.method.toLowerCase()]?.security
      const expected = route.right === 'public' ? [] : route.right === 'anyone' ? [{}, ...ways] : ways
      expect(security, nameOf(route)).toEqual(expected)
    }
    const schemes = Object.keys(descriptionOf(form).components.securitySchemes)
    expect(schemes.toSorted()).toEqual(ways.flatMap((way) => Object.keys(way)).toSorted())
  })

  it('leads every reference somewhere', () => {
    const text = JSON.stringify(descriptionOf(form))
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? '')
    expect(names.length).toBeGreaterThan(20)
    expect(text.match(/"\$ref":/g)).toHaveLength(names.length)
    for (const name of names) expect(Object.keys(descriptionOf(form).components.schemas)).toContain(name)
  })
})
