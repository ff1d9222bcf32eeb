import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import { allPages } from './all-pages.ts'
import { answerErrorPage, answerMissingPage } from './answer-errors.tsx'
import { readAssetUrls } from './asset-urls.ts'
import { apiDocsPage } from './pages/api-docs.tsx'
import { parseForms } from './parse-forms.ts'
import { registerPages } from './register-pages.ts'

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
  server.setNotFoundHandler((request, reply) => answerMissingPage(site, request, reply))
}
