import { parseRecordId } from '../../../core/record-id.ts'
import { getPull } from '../../../features/pulls/get-pull.ts'
import { type PullChanges, updatePull } from '../../../features/pulls/update-pull.ts'
import { addPullComment } from '../../../features/reviews/add-pull-comment.ts'
import { applySuggestion, applySuggestions } from '../../../features/reviews/apply-suggestion.ts'
import { changeReview } from '../../../features/reviews/change-review.ts'
import { requestReviewers, withdrawReviewers } from '../../../features/reviews/request-reviewers.ts'
import { counted } from '../components/counted.ts'
import { pageSearch } from '../components/pagination.tsx'
import { done, go, type PageRoute } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { seenOrNot } from './or-overtaken.ts'
import { atOf, pullRef, showPull } from './repo-pull.tsx'
import { showFiles } from './repo-pull-files.tsx'
import { orBack } from './repo-pull-merge.tsx'
import { orPreview, type ThreadCall, threadActions, typed } from './thread-actions.tsx'
import { pickedPeople } from './thread-choices.ts'
import { emptyDraft } from './thread-page.ts'

export const repoPullActionPages: readonly PageRoute[] = [
  ...threadActions({
    kind: 'pull',
    // Comments on lines stand in two places.
    show: (call, shown) => (call.form.text('from') === 'files' ? showFiles(call, shown) : showPull(call, shown)),
    say: (call, body) => addPullComment(call.app, call.actor, pullRef(call), { body }),
    update: (call, changes) => updatePull(call.app, call.actor, pullRef(call), changes),
    set: async (call, what) => {
      if (what === 'reviewers') return setReviewers(call)
      if (what === 'ask-reviewer') return askReviewer(call)
      const changes = changesOf(call, what)
      if (changes !== null) await updatePull(call.app, call.actor, pullRef(call), changes)
      return changes !== null
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/comments/:id/apply',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        await applySuggestion(call.app, call.actor, recordRef(call))
        const at = `${atOf(call)}${call.form.text('from') === 'files' ? '/files' : ''}`
        return done(at, 'The suggestion was committed.')
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/suggestions',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        const ids = call.form.all('id').map(parseRecordId)
        if (ids.length === 0) return go(atOf(call), { tone: 'warning', text: 'Nothing was selected.' })
        await applySuggestions(call.app, call.actor, { ...pullRef(call), ids })
        return done(atOf(call), `${counted(ids.length, 'suggestion was', 'suggestions were')} committed.`)
      }),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/reviews/:id/edit',
    right: 'session',
    takes: 'prose',
    handle: (call) => {
      const anchor = `review-${call.params['id'] ?? ''}`
      const draft = { ...emptyDraft, anchor, body: typed(call), seen: call.form.text('seen') }
      return orPreview(showPull, call, draft, async () => {
        const changes = { body: draft.body, seen: seenOrNot(draft.seen) }
        await changeReview(call.app, call.actor, recordRef(call), changes)
        return go(`${atOf(call)}${pageSearch(call.page.page)}#${anchor}`)
      })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/reviews/:id/dismiss',
    right: 'session',
    handle: (call) =>
      orBack(call, async () => {
        const changes = { dismissed: true, message: call.form.text('message') } as const
        await changeReview(call.app, call.actor, recordRef(call), changes)
        return go(`${atOf(call)}#review-${call.params['id'] ?? ''}`)
      }),
  }),
]

function recordRef(call: ThreadCall) {
  return { ...pullRef(call), id: parseRecordId(call.params['id'] ?? '') }
}

/** Whoever is new is asked; whoever is left out is not asked any more. */
async function setReviewers(call: ThreadCall): Promise<true> {
  const { app, actor, form } = call
  const wanted = pickedPeople(form, 'reviewer')
  const { requestedReviewers } = await getPull(app, actor, pullRef(call))
  const kept = new Set(wanted.map((name) => name.toLowerCase()))
  const gone = requestedReviewers.map(({ username }) => username).filter((name) => !kept.has(name.toLowerCase()))
  if (wanted.length > 0) await requestReviewers(app, actor, pullRef(call), wanted)
  if (gone.length > 0) await withdrawReviewers(app, actor, pullRef(call), gone)
  return true
}

/** One more, whoever else was asked meanwhile. */
async function askReviewer(call: ThreadCall): Promise<true> {
  await requestReviewers(call.app, call.actor, pullRef(call), pickedPeople(call.form, 'reviewer'))
  return true
}

function changesOf({ form }: ThreadCall, what: string): PullChanges | null {
  switch (what) {
    case 'target':
      return { targetBranch: form.text('target') }
    case 'draft':
      return { isDraft: true }
    case 'ready':
      return { isDraft: false }
    default:
      return null
  }
}
