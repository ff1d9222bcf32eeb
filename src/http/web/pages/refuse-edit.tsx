import { cloneUrls } from '../clone-urls.ts'
import { type PageAnswer, show } from '../page-route.ts'
import type { RepoCall } from '../repo-page.ts'
import { EditRefusedView, type WhyNot } from '../views/edit-refused.tsx'

/** Says why a form cannot change this, and how git can. */
export function refuseEdit(
  { app, chrome, head }: RepoCall<'session'>,
  { branch, path }: { readonly branch: string; readonly path: string },
  why: WhyNot,
): PageAnswer {
  const cloneUrl = cloneUrls(app.config, head).https
  const refused = { refName: branch, path, why, cloneUrl }
  return show(<EditRefusedView chrome={chrome} repo={head} {...refused} />, 422)
}
