import { userOf } from '../../../core/actor.ts'
import { statsOf } from '../../../features/commits/get-commit.ts'
import { diffOfPull } from '../../../features/pulls/read-changes.ts'
import { viewPull } from '../../../features/pulls/view-pull.ts'
import { setViewed, viewedBy } from '../../../features/reviews/view-files.ts'
import { type Talk, type ViewedPending, viewPending, viewTalks } from '../../../features/reviews/view-talks.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors, saidTogether } from '../components/form-errors.tsx'
import type { TalkDraft } from '../components/talk-edit.tsx'
import { go, type PageAnswer, show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { PullFilesView } from '../views/pull-files.tsx'
import { excerptsOf } from './excerpt-of.ts'
import { atOf, type PullCall, pullRef } from './repo-pull.tsx'
import { keptSearch, type LineDraft, reviewOfFiles } from './review-of-files.tsx'
import { shownDiff } from './shown-diff.ts'
import { pullHead, shownTalk } from './shown-pull.ts'
import type { ThreadShown } from './thread-actions.tsx'
import { emptyDraft } from './thread-page.ts'
import { treeOfFiles } from './tree-of-files.ts'
import { whiteSpaceOf } from './white-space.ts'
import { withPictures } from './with-pictures.ts'

export const repoPullFilePages = [
  repoPage({
    method: 'GET',
    path: '/pulls/:number/files',
    right: 'anyone',
    handle: (call) => showFiles(call, {}),
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/files/viewed',
    right: 'session',
    handle: async (call) => {
      const { app, actor, form } = call
      const file = Number(form.text('file'))
      await setViewed(app, actor, pullRef(call), { path: form.text('path'), viewed: form.text('viewed') === '1' })
      // What a form says is never put into an address as it stands.
      const kept = keptSearch(Object.fromEntries(new URLSearchParams(form.text('query'))))
      return go(`${atOf(call)}/files${kept}#file-${Number.isSafeInteger(file) ? file : 1}`)
    },
  }),
]

interface FilesShown extends ThreadShown {
  readonly line?: LineDraft
}

/** The changes of a pull request, also where a form on them came back. */
export async function showFiles(
  call: PullCall,
  { draft, errors = noErrors, line, status = 200 }: FilesShown,
): Promise<PageAnswer> {
  const { app, actor, chrome, head, query } = call
  const at = atOf(call)
  const view = await viewPull(app, actor, pullRef(call))
  const { pull, repo } = view
  const userId = userOf(actor)?.id ?? null
  const path = `${at}/files`
  const { ignoreSpace, kept, choice } = whiteSpaceOf(path, query)
  const [files, talks, pending, isViewed] = await Promise.all([
    diffOfPull(app, repo, pull, { ignoreSpace }),
    viewTalks(app, actor, view, view.can.update),
    viewPending(app, actor, view),
    viewedBy(app.db, pull, userId),
  ])
  const spoken = new Set([
    ...talks.map(({ place }) => (place.now ?? place.original).path),
    ...pending.map(({ comment }) => comment.position.path),
  ])
  const ends = { repo: head, base: pull.mergeBase, head: pull.headSha }
  const shown = withPictures(await shownDiff(call, files, path, { head: pull.seenHead, kept, spoken }), ends)
  const numbers = new Map(files.map((file, index) => [file.path, index + 1]))
  const viewed = new Set(files.filter(isViewed).map((file) => file.path))
  const editor = { base: repoUrl(head), owner: head.owner, slug: head.slug }
  const written = draft === undefined ? editedBy(query, talks, pending) : { ...draft, error: saidTogether(errors) }
  const place = { filesAt: path, fileNumber: (name: string) => numbers.get(name), excerpt: excerptsOf(files) }
  const reviewed = reviewOfFiles({
    at,
    path,
    query,
    talks: talks.map((talk) => ({ talk, shown: shownTalk(talk, place) })),
    pending,
    isViewed: (name) => viewed.has(name),
    line: line ?? null,
    draft: written,
    place: editor,
    can: {
      speak: userId !== null && !repo.isArchived && (!pull.isLocked || view.can.review),
      review: view.can.review,
      tick: userId !== null,
    },
  })
  return show(
    <PullFilesView
      chrome={chrome}
      repo={head}
      pull={pullHead(head, view)}
      head={pull.headSha}
      diff={{ ...shown, files: shown.files.map(reviewed), stats: statsOf(files) }}
      tree={treeOfFiles(files, isViewed, { path, page: shown.pagination, find: query['find'] ?? '' })}
      space={choice}
      viewed={userId === null ? null : viewed.size}
      pending={pending.length}
      place={editor}
      draft={written}
      can={{ review: view.can.review, approve: view.can.approve }}
    />,
    status,
  )
}

const noTalkDraft: TalkDraft = { ...emptyDraft, error: undefined }

/** `?edit=` names a comment, said or pending: the form to say it in other words, also without a script. */
function editedBy(
  { edit }: Readonly<Record<string, string>>,
  talks: readonly Talk[],
  pending: readonly ViewedPending[],
): TalkDraft {
  const said = talks.flatMap(({ comments }) => comments).find(({ comment, can }) => comment.uuid === edit && can.edit)
  if (said !== undefined) {
    const { uuid, body } = said.comment
    return { ...noTalkDraft, anchor: `said-${uuid}`, body, seen: nameText({ body }) }
  }
  const own = pending.find(({ comment }) => comment.uuid === edit)
  if (own !== undefined) return { ...noTalkDraft, anchor: `pending-${own.comment.uuid}`, body: own.comment.body }
  return noTalkDraft
}
