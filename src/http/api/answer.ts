import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../../app.ts'
import { Pace } from '../../core/pace.ts'
import type { Page } from '../../core/page.ts'
import { entityTag, isKnown } from '../entity-tag.ts'
import { type Bytes, sendBytes } from '../send-bytes.ts'
import { type EventFeed, sendEvents } from '../sse/send-events.ts'
import type { Form, Presenter } from './forms/form.ts'
import { pageHeaders, presentPage } from './forms/paging.ts'
import { type ResourceName, resources } from './forms/resources.ts'
import type { Output, Saved } from './route.ts'
import { serializer } from './serializer.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply, result: unknown) => FastifyReply | Promise<FastifyReply>

/** An answer ready to be sent, as often as one likes. */
export interface Presented {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | Buffer
}

type Present = (request: FastifyRequest, result: unknown) => Presented | Promise<Presented>

/** Made once a route: presents a result in the form that was asked for, and writes exactly that form's fields. */
export function answerer(app: App, output: Output): Answer {
  if (output.kind === 'nothing') {
    return (_request, reply) =>
      output.status === 204 ? reply.code(204).send() : reply.code(output.status).type('application/json').send('{}')
  }
  if (output.kind === 'bytes') return (request, reply, result) => sendBytes(request, reply, result as Bytes)
  if (output.kind === 'one' || output.kind === 'list' || output.kind === 'either') {
    const present = presenter(app, output)
    return (request, reply, result) => sendPresented(reply, present(request, result))
  }
  if (output.kind === 'events') return (request, reply, result) => sendEvents(app, request, reply, result as EventFeed)
  const [made, changed] = [onePresenter(app, output.resource, 201), onePresenter(app, output.resource, 200)]
  return (request, reply, result) => {
    const { created, value } = result as Saved<unknown>
    return sendPresented(reply, (created ? made : changed)(request, value))
  }
}

export function presenter(app: App, output: Extract<Output, { kind: 'one' | 'list' | 'either' }>): Present {
  if (output.kind === 'one') return onePresenter(app, output.resource, output.status)
  if (output.kind === 'list') return listPresenter(app, output)
  const one = onePresenter(app, output.one, 200)
  const list = listPresenter(app, { resource: output.list })
  return (request, result) => {
    const either = result as { readonly one: unknown } | { readonly list: unknown }
    return 'one' in either ? one(request, either.one) : list(request, either.list)
  }
}

/** An answer that goes by a name: whoever has it already need not be sent it again. */
export interface Tagged extends Presented {
  readonly tag: string
}

export function tagged(presented: Presented): Tagged {
  const tag = entityTag(presented.text)
  return { ...presented, headers: { ...presented.headers, etag: tag }, tag }
}

export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Tagged,
): FastifyReply | Promise<FastifyReply> {
  return isKnown(request, answer.tag) ? reply.code(304).headers(answer.headers).send() : sendPresented(reply, answer)
}

export function sendPresented(
  reply: FastifyReply,
  presented: Presented | Promise<Presented>,
): FastifyReply | Promise<FastifyReply> {
  if (presented instanceof Promise) return presented.then((ready) => sendPresented(reply, ready))
  const { status, headers, text } = presented
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(text)
}

const noHeaders = {}

function onePresenter(app: App, resource: ResourceName, status: number): Present {
  const presenters = presentersOf(resource)
  const serialize = oneSerializers(resource)
  const serializeItem = itemSerializers(resource)
  const context = { config: app.config }
  return (request, result) => {
    const form = request.apiForm
    const text = serialize[form](presenters[form].present(result, context))
    const items = presenters[form].long?.items(result)
    const presented = { status, headers: noHeaders, text }
    if (items === undefined) return presented
    return withItems(text, items, serializeItem[form]).then((whole) => ({ ...presented, text: whole }))
  }
}

/** The clock costs more than writing one of them. */
const itemsAtOnce = 32

/** Puts them into the empty list that a text ends with. As bytes: to make those of all the text at once takes long. */
async function withItems(text: string, items: Iterable<object>, serialize: (item: unknown) => string): Promise<Buffer> {
  const pace = new Pace()
  const parts = [Buffer.from(text.slice(0, -']}'.length))]
  let some: string[] = []
  const putDown = (): void => {
    if (some.length > 0) parts.push(Buffer.from(`${parts.length === 1 ? '' : ','}${some.join(',')}`))
    some = []
  }
  for (const item of items) {
    some.push(serialize(item))
    if (some.length < itemsAtOnce) continue
    putDown()
    await pace.isOver()
  }
  putDown()
  return Buffer.concat([...parts, Buffer.from(']}')])
}

function listPresenter(app: App, { resource, envelope }: { resource: ResourceName; envelope?: true }): Present {
  const presenters = presentersOf(resource)
  const serialize = listSerializers(resource)
  const context = { config: app.config }
  return (request, result) => {
    const form = request.apiForm
    const shape = envelope === true ? 'B' : form
    const page = result as Page<unknown>
    const items = page.items.map((item) => presenters[form].present(item, context))
    return {
      status: 200,
      headers: pageHeaders(form, page, new URL(request.url, app.config.BASE_URL)),
      text: serialize[shape](presentPage(shape, page, items)),
    }
  }
}

function presentersOf(resource: ResourceName): Readonly<Record<Form, Presenter<unknown>>> {
  return resources[resource]
}

type Serializers = Readonly<Record<Form, (value: unknown) => string>>

function oneSerializers(resource: ResourceName): Serializers {
  return { A: serializer(resources[resource].A.schema), B: serializer(resources[resource].B.schema) }
}

function itemSerializers(resource: ResourceName): Serializers {
  const of = (form: Form) => serializer(presentersOf(resource)[form].long?.item ?? Type.Object({}))
  return { A: of('A'), B: of('B') }
}

function listSerializers(resource: ResourceName): Serializers {
  const count = Type.Integer()
  const envelope = { items: Type.Array(resources[resource].B.schema), total: count, page: count, per_page: count }
  return { A: serializer(Type.Array(resources[resource].A.schema)), B: serializer(Type.Object(envelope)) }
}
