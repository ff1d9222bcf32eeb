import { Type } from 'typebox'
import { listIssueTemplates } from '../../../features/issues/issue-templates.ts'
import { route } from '../route.ts'

const text = Type.String({ maxLength: 255 })

export const issueTemplateRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/issue-templates',
    tag: 'Issues',
    summary:
      'What the default branch has in .svc/issue_templates/ (or .github/ISSUE_TEMPLATE/ and its kin) to begin an issue with',
    right: 'anyone',
    scope: 'issues:read',
    role: 'Reader',
    rate: 'api',
    params: Type.Object({ owner: text, repo: text }),
    output: { kind: 'list', resource: 'issueTemplate' },
    handle: ({ app, actor, params, page }) => listIssueTemplates(app, actor, params, page),
  }),
]
