import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import { allPages } from './all-pages.ts'
import { answerErrorPage, answerMissingPage } from './answer-errors.tsx'
import { readAssetUrls } from './asset-urls.ts'
import { apiDocsPage } from './pages/api-docs.tsx'
import { parseForms } from './parse-forms.ts'
import { registerPages } from './register-pages.ts'
import { withoutTrailingSlash } from './safe-redirect.ts'

/** Nothing there for a search engine, and each costs something to make. */
const robots = `User-agent: *
${['/api/', '/admin', '/settings', '/login', '/register', '/search'].map((path) => `Disallow: ${path}\n`).join('')}`

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
  // The folder itself is no page: the plugin would fail for it.
  server.get('/static/', (_request, reply) => reply.callNotFound())
  void server.register((scope, _options, done) => {
    parseForms(scope)
    scope.addHook('onRequest', async (request, reply) => {
      const plain = withoutTrailingSlash(request)
      return plain === null ? undefined : reply.redirect(plain, 301)
    })
    registerPages(scope, app, assets, pages)
    // A page among the addresses of the API, which leads nobody anywhere: the hook above does.
    scope.get('/api/docs/', (_request, reply) => reply.callNotFound())
    scope.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
    scope.get('/favicon.ico', (_request, reply) => reply.redirect(assets.favicon, 302))
    done()
  })
  const site = { app, assets }
  server.setErrorHandler((error, request, reply) => answerErrorPage(site, error, request, reply))
  server.setNotFoundHandler((request, reply) => {
    const plain = withoutTrailingSlash(request)
    return plain === null ? answerMissingPage(site, request, reply) : reply.redirect(plain, 301)
  })
}
