import type { Form } from '../forms/form.ts'
import { type Document, type Operation, type Parameter, resolve, type Schemas } from './document.ts'
import { curlCommand, exampleOf, exampleText } from './examples.ts'
import { type ApiField, choicesOf, fieldOf, fieldsOf } from './fields.ts'
import { type ApiResponse, readResponse } from './responses.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type ApiMethod = Uppercase<(typeof methods)[number]>

export interface ApiParameter extends ApiField {
  readonly place: Parameter['in']
  /** The values to choose from; empty where anything goes. */
  readonly choices: readonly string[]
}

export interface ApiOperation {
  readonly id: string
  readonly method: ApiMethod
  readonly path: string
  readonly summary: string
  /** Who may call it; a few words in backticks are code. */
  readonly access: string
  /** `none`: credentials are not looked at; `some`: strangers may ask too. */
  readonly credentials: 'none' | 'some' | 'needed'
  readonly parameters: readonly ApiParameter[]
  readonly body: { readonly note: string | null; readonly fields: readonly ApiField[]; readonly example: string } | null
  readonly responses: readonly ApiResponse[]
  readonly curl: string
}

export interface ApiGroup {
  readonly id: string
  readonly name: string
  readonly operations: readonly ApiOperation[]
}

export interface ExplorerModel {
  readonly form: Form
  readonly about: string
  readonly baseUrl: string
  readonly groups: readonly ApiGroup[]
  readonly errorFields: readonly ApiField[]
}

/** Reads our own OpenAPI document into what the explorer shows: words and tables, nothing to be worked out any more. */
export function explorerModel(openApi: object, form: Form): ExplorerModel {
  const document = openApi as Document
  const { schemas } = document.components
  const baseUrl = document.servers[0]?.url ?? ''
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      return [{ tag: operation.tags?.[0] ?? '', ...read({ schemas, form, baseUrl }, { method, path, operation }) }]
    }),
  )
  return {
    form,
    about: document.info.description,
    baseUrl,
    groups: document.tags.map(({ name }) => ({
      id: `tag-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
      name,
      operations: all.filter((operation) => operation.tag === name),
    })),
    errorFields: fieldsOf(schemas, schemas['Error'] ?? {}),
  }
}

interface About {
  readonly schemas: Schemas
  readonly form: Form
  readonly baseUrl: string
}

interface Found {
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly operation: Operation
}

function read(about: About, { method, path, operation }: Found): ApiOperation {
  const { schemas, form, baseUrl } = about
  const parameters = operation.parameters ?? []
  const schema = operation.requestBody?.content['application/json']?.schema
  const example = schema === undefined ? null : JSON.stringify(exampleOf(schemas, schema), null, 2)
  const file = operation.requestBody !== undefined && schema === undefined
  const credentials = credentialsOf(operation.security ?? [])
  const verb = method.toUpperCase() as ApiMethod
  const url = baseUrl + filled(about, path, parameters)
  return {
    id: operation.operationId,
    method: verb,
    path,
    summary: operation.summary ?? '',
    access: operation.description ?? '',
    credentials,
    parameters: parameters.map((one) => readParameter(schemas, one)),
    body:
      schema === undefined || example === null
        ? null
        : { note: resolve(schemas, schema).description ?? null, fields: fieldsOf(schemas, schema), example },
    responses: Object.entries(operation.responses).map(([status, one]) => readResponse(schemas, status, one)),
    curl: curlCommand({ method: verb, url, form, withToken: credentials === 'needed', body: example, file }),
  }
}

function readParameter(schemas: Schemas, one: Parameter): ApiParameter {
  const field = fieldOf(schemas, { within: '', name: one.name, required: one.required === true }, one.schema)
  return {
    ...field,
    description: one.description ?? field.description,
    place: one.in,
    choices: choicesOf(schemas, one.schema),
  }
}

/** The path with examples in it: curl itself has a meaning for braces. */
function filled({ schemas, form }: About, path: string, parameters: readonly Parameter[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const one = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)
    return encodeURIComponent(exampleText(schemas, one?.schema ?? { type: 'string' }, name, form))
  })
}

function credentialsOf(security: readonly object[]): ApiOperation['credentials'] {
  if (security.length === 0) return 'none'
  return security.some((way) => Object.keys(way).length === 0) ? 'some' : 'needed'
}
