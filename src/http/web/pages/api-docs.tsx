import type { Form } from '../../api/forms/form.ts'
import type { AssetUrls } from '../asset-urls.ts'
import { type PageRoute, page, show } from '../page-route.ts'
import { ApiDocsView } from '../views/api-docs.tsx'

/** The explorer sets styles on its elements; everything else stays as strict as on any page. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export function apiDocsPage(assets: AssetUrls): PageRoute {
  return page({
    method: 'GET',
    path: '/api/docs',
    right: 'anyone',
    contentPolicy,
    handle: async ({ app, chrome, query }) => {
      const asked = query['form']
      const form: Form = asked === 'A' || asked === 'B' ? asked : app.config.API_FORM
      return show(
        <ApiDocsView
          chrome={chrome}
          form={form}
          specHref={`/api/docs/openapi.yaml?form=${form}`}
          styles={[assets.explorerCss]}
          scripts={[assets.explorerJs, assets.explorerStart]}
        />,
      )
    },
  })
}
