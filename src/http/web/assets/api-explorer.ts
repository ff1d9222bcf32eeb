// Draws the API explorer into its container. The library's own script comes first and leaves this function behind.
declare function SwaggerUIBundle(options: object): void

const container = document.querySelector<HTMLElement>('#api-explorer')
const spec = container?.dataset['spec']
const form = container?.dataset['form']

if (container && spec !== undefined && form !== undefined) {
  SwaggerUIBundle({
    url: spec,
    domNode: container,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    validatorUrl: null,
    requestInterceptor: (request: { url: string; headers: Record<string, string> }) => {
      // The description names the public address; whoever looks at it under another one tries it there.
      const { pathname, search } = new URL(request.url, location.href)
      request.url = location.origin + pathname + search
      request.headers['X-API-Form'] = form
      return request
    },
  })
}
