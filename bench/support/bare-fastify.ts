// The baseline: Fastify and nothing else, answering what it is told to.
import Fastify from 'fastify'

const { PORT = '0', ANSWER = '{}', CONTENT_TYPE = 'application/json; charset=utf-8', ROUTE = '/' } = process.env

const server = Fastify({ logger: false })
server.get(ROUTE, (_request, reply) => reply.type(CONTENT_TYPE).send(ANSWER))
server.post(ROUTE, (_request, reply) => reply.code(201).type(CONTENT_TYPE).send(ANSWER))
process.once('SIGTERM', () => process.exit(0))
await server.listen({ host: '127.0.0.1', port: Number(PORT) })
