import { describe, expect, it } from 'vitest'
import type { Document, Operation, Schema } from './document.ts'
import { type ApiOperation, explorerModel } from './explorer-model.ts'

const owner: Schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, parent: { $ref: '#/components/schemas/Owner' } },
}

function read(operation: Partial<Operation>, method = 'post', path = '/things'): ApiOperation {
  const document: Document = {
    info: { description: 'About it' },
    servers: [{ url: 'https://forge.example/api/v1' }],
    tags: [{ name: 'All things' }],
    paths: { [path]: { [method]: { operationId: 'it', tags: ['All things'], responses: {}, ...operation } } },
    components: { schemas: { Owner: owner, Error: { type: 'object', properties: { error: { type: 'string' } } } } },
  }
  const [group] = explorerModel(document, 'B').groups
  const [found] = group?.operations ?? []
  if (found === undefined) throw new Error('The operation is not in its group')
  return found
}

function body(schema: Schema): NonNullable<ApiOperation['body']> {
  const found = read({ requestBody: { content: { 'application/json': { schema } } } }).body
  if (found === null) throw new Error('There is no body')
  return found
}

function lines({ fields }: { fields: ApiOperation['parameters'] | NonNullable<ApiOperation['body']>['fields'] }) {
  return fields.map((one) => [`${one.within}${one.name}`, one.type, one.limits.join('; ')].filter(Boolean).join(' | '))
}

describe('the fields of a body', () => {
  it('say their type and limits in words', () => {
    const properties: Record<string, Schema> = {
      title: { type: 'string', minLength: 1, maxLength: 1024 },
      size: { type: 'integer', minimum: 1, maximum: 100, default: 30 },
      least: { type: 'integer', minimum: 5 },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 32 },
      when: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      state: {
        anyOf: [
          { type: 'string', const: 'open' },
          { type: 'string', const: 'closed' },
        ],
      },
      kind: { type: 'string', enum: ['one'] },
      free: {},
    }
    expect(lines(body({ type: 'object', properties }))).toEqual([
      'title | string | at most 1,024 characters',
      'size | integer | 1 to 100; default 30',
      'least | integer | at least 5',
      'tags | array of string | at most 32 items',
      'when | string (date-time) or null',
      'state | string | one of open, closed',
      'kind | string | always one',
      'free | anything',
    ])
  })

  it('are followed by those inside them, and a circle comes to an end', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        owner: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
        items: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
      },
    }
    const found = lines(body(schema))
    expect(found.slice(0, 4)).toEqual([
      'owner | object or null',
      'owner.name | string',
      'owner.parent | object',
      'owner.parent.name | string',
    ])
    expect(found.slice(-2)).toEqual(['items | array of object', 'items[].id | integer'])
    expect(found.length).toBeLessThan(12)
  })
})

describe('the example of a body', () => {
  it('is what the schema names, else what such a field usually holds', () => {
    const properties: Record<string, Schema> = {
      username: { type: 'string' },
      colour: { type: 'string', enum: ['red', 'green'] },
      id: { type: 'string', format: 'uuid' },
      on: { type: 'boolean' },
      named: { type: 'string', examples: ['like this'] },
      parts: { type: 'array', items: { type: 'object', properties: { count: { type: 'integer' } } } },
    }
    const required = Object.keys(properties)
    expect(JSON.parse(body({ type: 'object', properties, required }).example)).toEqual({
      username: 'ada',
      colour: 'red',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      on: true,
      named: 'like this',
      parts: [{ count: 1 }],
    })
  })

  it('holds what is needed and no more, or the first field where nothing is', () => {
    const properties: Record<string, Schema> = { title: { type: 'string' }, number: { type: 'integer' } }
    const example = (required: string[]) => JSON.parse(body({ type: 'object', properties, required }).example)
    expect(example(['number'])).toEqual({ number: 1 })
    expect(example([])).toEqual({ title: 'laptop' })
  })
})

describe('the command', () => {
  it('fills the path, names the form, asks for a token where one is needed, and quotes the body', () => {
    const schema: Schema = { type: 'object', properties: { text: { type: 'string', examples: ["it's"] } } }
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] as const
    const { curl } = read(
      { security: [{ token: [] }], parameters, requestBody: { content: { 'application/json': { schema } } } },
      'patch',
      '/things/{id}',
    )
    expect(curl.split(' \\\n  ')).toEqual([
      expect.stringMatching(/^curl -X PATCH 'https:\/\/forge\.example\/api\/v1\/things\/[0-9a-f-]{36}'$/),
      "-H 'X-API-Form: B'",
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{\n  "text": "it'\\''s"\n}'`,
    ])
  })

  it('sends no token where none is looked at', () => {
    expect(read({ security: [] }, 'get').curl).toBe(
      "curl 'https://forge.example/api/v1/things' \\\n  -H 'X-API-Form: B'",
    )
  })
})

describe('the answers', () => {
  it('have the fields of a success, and of failures only what they mean', () => {
    const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
    const list = { type: 'array', items: { $ref: '#/components/schemas/Owner' } }
    const { responses } = read({
      responses: {
        200: { description: 'Success', content: { 'application/json': { schema: list } }, headers: { Link: {} } },
        204: { description: 'Done' },
        404: { description: 'Missing', ...error },
      },
    })
    expect(responses.map(({ status, shape, fields }) => [status, shape, fields.length > 0])).toEqual([
      ['200', 'array of Owner', true],
      ['204', null, false],
      ['404', 'Error', false],
    ])
    expect(responses[0]?.headers).toEqual(['Link'])
    expect(responses[0]?.fields[0]).toMatchObject({ within: '[].', name: 'name', required: true })
  })
})
