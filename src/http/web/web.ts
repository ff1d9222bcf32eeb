import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { malformed } from '../../core/errors.ts'
import { allPages } from './all-pages.ts'
import { answerErrorPage, answerMissingPage } from './answer-errors.tsx'
import { readAssetUrls } from './asset-urls.ts'
import { apiDocsPage } from './pages/api-docs.tsx'
import { pathOf, registerPages } from './register-pages.ts'

/** Only such that cannot be taken for another host once the slash is gone. */
const slashedName = /^\/[a-z\d][\w.-]*(?:\/[\w.-]+)?\/$/i

const formLimit = 1024 * 1024
const yearMs = 365 * 24 * 60 * 60 * 1000

/** The HTML pages and their assets. */
export function web(server: FastifyInstance, app: App, assetsFolder: string): void {
  const assets = readAssetUrls(assetsFolder)
  const pages = [...allPages, apiDocsPage(assets)]
  void server.register(fastifyStatic, {
    root: assetsFolder,
    prefix: '/static/',
    // Names carry the content's hash: what a browser has, it may keep for good.
    immutable: true,
    maxAge: yearMs,
    preCompressed: true,
    index: false,
  })
  void server.register((scope, _options, done) => {
    parseForms(scope)
    registerPages(scope, app, assets, pages)
    scope.get('/favicon.ico', (_request, reply) => reply.redirect(assets.favicon, 302))
    done()
  })
  const site = { app, assets }
  server.setErrorHandler((error, request, reply) => answerErrorPage(site, error, request, reply))
  server.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    // People and other sites put a slash behind the name of a person or a repository.
    if (request.method === 'GET' && slashedName.test(path)) return reply.redirect(path.slice(0, -1), 302)
    return answerMissingPage(site, request, reply)
  })
}

function parseForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
  )
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: formLimit },
    async (_request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length > 0) throw malformed('A form has to be sent as application/x-www-form-urlencoded')
      return new URLSearchParams()
    },
  )
}
