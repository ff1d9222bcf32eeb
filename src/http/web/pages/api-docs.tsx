import type { App } from '../../../app.ts'
import { allRoutes } from '../../api/all-routes.ts'
import { type ExplorerModel, explorerModel } from '../../api/explorer/explorer-model.ts'
import { type Form, parseForm } from '../../api/forms/form.ts'
import { openApi } from '../../api/openapi.ts'
import type { AssetUrls } from '../asset-urls.ts'
import { type PageRoute, page, show } from '../page-route.ts'
import { ApiDocsView } from '../views/api-docs.tsx'

/** The API explorer: the same description as openapi.yaml, to be read and tried. */
export function apiDocsPage(assets: AssetUrls): PageRoute {
  const models = new Map<Form, ExplorerModel>()
  const modelOf = (app: Pick<App, 'config'>, form: Form): ExplorerModel => {
    const model = models.get(form) ?? explorerModel(openApi(app.config, allRoutes, form), form)
    models.set(form, model)
    return model
  }
  return page({
    method: 'GET',
    path: '/api/docs',
    right: 'anyone',
    handle: async ({ app, chrome, query }) => {
      const form = parseForm(query['form'] ?? '') ?? app.config.API_FORM
      return show(
        <ApiDocsView
          chrome={chrome}
          model={modelOf(app, form)}
          specHref={`/api/docs/openapi.yaml?form=${form}`}
          scripts={[assets.explorerJs]}
        />,
      )
    },
  })
}
