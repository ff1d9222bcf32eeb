import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { type Description, hookMisfit, readDescription } from '../support/described.ts'
import { type Form, forms } from '../support/faults.ts'
import { newPerson } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

type Json = Readonly<Record<string, unknown>>

function partOf(one: Received | undefined, name: string): Json {
  if (one === undefined) throw new Error('Nothing was told')
  return one.body[name] as Json
}

/** What a deployment of each form says is what its API shows in that form. */
describe.each(forms)('in a deployment of Form %s', (form: Form) => {
  let stithy: TestStithy
  let receiver: Receiver
  let description: Description
  let ada: Client
  let bob: Client
  let repo: string

  beforeAll(async () => {
    stithy = await startStithy({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', API_FORM: form })
    receiver = await startReceiver()
    ada = stithy.client().as((await newPerson(stithy, 'ada')).access)
    bob = stithy.client().as((await newPerson(stithy, 'bob')).access)
    description = await readDescription(stithy.client())
    repo = 'repos/ada/anvil'
    await ada.post('user/repos', { slug: 'anvil', auto_init: true })
    await ada.send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Developer' } })
    await ada.post(`${repo}/labels`, { name: 'bug', color: '#ff0000' })
    await ada.post(`${repo}/milestones`, { title: 'v1' })
    await ada.post(`${repo}/hooks`, { url: receiver.url, events: ['*'] })
  })
  afterAll(async () => {
    await stithy.stop()
    await receiver.stop()
  })

  /** Does something, and waits for what the webhook is told of it: as much as is expected, and nothing besides. */
  async function told(act: () => Promise<unknown>, ...expected: readonly string[]): Promise<readonly Received[]> {
    const before = receiver.received.length
    await act()
    return eventually(() => {
      const all = receiver.received.slice(before)
      expect(all.map(nameOf)).toEqual(expected)
      for (const { headers, body } of all) {
        expect(hookMisfit(description, String(headers['x-svc-event']), body)).toBeNull()
      }
      return all
    })
  }

  const nameOf = ({ headers, body }: Received): string =>
    'action' in body ? `${String(headers['x-svc-event'])} ${String(body['action'])}` : String(headers['x-svc-event'])
  const change = (by: Client, path: string, body: object) => () => by.send('PATCH', `${repo}/${path}`, { body })

  it('everything that happens to an issue is told with the issue as the API shows it', async () => {
    const [opened] = await told(
      () => bob.post(`${repo}/issues`, { title: 'Cracked', body: 'Look', labels: ['bug'], assignees: ['bob'] }),
      'issues opened',
    )
    const shown = (await ada.get(`${repo}/issues/1`)).body
    const { id } = (await ada.get(repo)).body
    expect(opened?.body).toEqual({
      action: 'opened',
      repository: { id, slug: 'anvil', owner: 'ada' },
      sender: { username: 'bob' },
      issue: shown,
    })
    const one = 'issues/1'
    const [edited] = await told(change(ada, one, { title: 'Split' }), 'issues edited')
    expect(edited?.body).toMatchObject({ changes: { title: { from: 'Cracked' } }, issue: { title: 'Split' } })
    const steps: readonly (readonly [object, ...string[]])[] = [
      [{ title: 'Split' }],
      [{ labels: [], assignees: ['ada'] }, 'unlabeled', 'assigned', 'unassigned'],
      [{ labels: ['bug'], milestone: 'v1' }, 'labeled', 'milestoned'],
      [{ milestone: null, locked: true, pinned: true }, 'demilestoned', 'locked', 'pinned'],
      [{ locked: false, pinned: false }, 'unlocked', 'unpinned'],
      [{ body: 'Look again', state: 'closed' }, 'edited', 'closed'],
      [{ state: 'closed' }],
      [{ state: 'open' }, 'reopened'],
    ]
    for (const [body, ...actions] of steps) {
      await told(change(ada, one, body), ...actions.map((action) => `issues ${action}`))
    }
    const [labeled] = receiver.received.filter(({ body }) => body['action'] === 'unlabeled')
    expect(labeled?.body).toMatchObject({ sender: { username: 'ada' }, changes: { labels: { removed: ['bug'] } } })
  })

  it('a comment is told, also what a deleted one said', async () => {
    const comments = `${repo}/issues/1/comments`
    const [created] = await told(() => bob.post(comments, { body: 'Why?' }), 'issue_comment created')
    const comment = partOf(created, 'comment')
    expect(created?.body).toMatchObject({ sender: { username: 'bob' }, issue: { number: 1, comment_count: 1 } })
    expect((await ada.get(`${comments}/${String(comment['id'])}`)).body).toEqual(comment)
    const [edited] = await told(
      () => bob.send('PATCH', `${comments}/${String(comment['id'])}`, { body: { body: 'How?' } }),
      'issue_comment edited',
    )
    expect(edited?.body).toMatchObject({ comment: { body: 'How?' }, changes: { body: { from: 'Why?' } } })
    const [deleted] = await told(
      () => bob.send('DELETE', `${comments}/${String(comment['id'])}`),
      'issue_comment deleted',
    )
    expect(deleted?.body).toMatchObject({ comment: { id: comment['id'], body: 'How?', author: 'bob' } })
  })

  it('what is told late is what was true then', async () => {
    receiver.answer = () => ({ afterMs: 300 })
    const comments = `${repo}/issues/1/comments`
    await told(
      async () => {
        const { id } = (await ada.post(comments, { body: 'First' })).body
        await ada.send('DELETE', `${comments}/${id}`)
        await change(ada, 'issues/1', { state: 'closed' })()
        await change(ada, 'issues/1', { state: 'open' })()
      },
      'issue_comment created',
      'issue_comment deleted',
      'issues closed',
      'issues reopened',
    )
    const [created, , closed] = receiver.received.slice(-4)
    expect(created?.body).toMatchObject({ comment: { body: 'First' } })
    expect(closed?.body).toMatchObject({ issue: { state: 'closed', closed_by: 'ada' } })
    receiver.answer = () => ({})
  })

  it('a pull request is told from its opening to its merge', async () => {
    const push = ['create', 'push']
    await told(() => commitTo(bob, repo, ['topic', 'main'], { 'a.txt': 'a\n' }), ...push)
    const [opened] = await told(
      () => openPull(bob, repo, 'topic', { draft: true, labels: ['bug'] }),
      'pull_request opened',
    )
    expect(opened?.body).toMatchObject({
      sender: { username: 'bob' },
      pull_request: { number: 2, draft: true, state: 'open', labels: [{ name: 'bug' }], source_branch: 'topic' },
    })
    const head = String(partOf(opened, 'pull_request')['head_sha'])
    const [moved] = await told(
      () => commitTo(bob, repo, 'topic', { 'b.txt': 'b\n' }),
      'pull_request synchronized',
      'push',
    )
    expect(moved?.body).toMatchObject({ changes: { head_sha: { from: head } } })
    const pull = 'pulls/2'
    await told(change(bob, pull, { draft: false }), 'pull_request ready_for_review')
    await told(change(bob, pull, { draft: true }), 'pull_request converted_to_draft')
    await told(
      change(bob, pull, { draft: false, title: 'Take it' }),
      'pull_request edited',
      'pull_request ready_for_review',
    )
    await told(change(ada, pull, { labels: [], assignees: ['ada'] }), 'pull_request unlabeled', 'pull_request assigned')
    const reviewers = `${repo}/${pull}/requested-reviewers`
    const ask = { reviewers: ['ada'] }
    const [asked] = await told(() => bob.post(reviewers, ask), 'pull_request review_requested')
    expect(asked?.body).toMatchObject({ changes: { requested_reviewers: { added: ['ada'] } } })
    await told(() => bob.send('DELETE', reviewers, { body: ask }), 'pull_request review_request_removed')
    await told(change(bob, pull, { state: 'closed' }), 'pull_request closed')
    await told(change(bob, pull, { state: 'open' }), 'pull_request reopened')
    await settled(ada, repo, 2)
  })

  it('reviews and what they say about lines are told', async () => {
    const reviews = `${repo}/pulls/2/reviews`
    const comments = [{ path: 'a.txt', line: 1, side: 'new', body: 'Hm' }]
    const [said, submitted] = await told(
      () => ada.post(reviews, { event: 'request_changes', body: 'No', comments }),
      'issue_comment created',
      'pull_request_review submitted',
    )
    expect(said?.body).toMatchObject({ comment: { path: 'a.txt', line: 1, body: 'Hm' }, pull_request: { number: 2 } })
    const review = partOf(submitted, 'review')
    expect(review).toMatchObject({ author: 'ada', state: 'changes_requested', body: 'No', dismissed: false })
    const one = `${reviews}/${String(review['id'])}`
    await told(() => ada.send('PATCH', one, { body: { body: 'Not yet' } }), 'pull_request_review edited')
    const [dismissed] = await told(
      () => ada.send('PATCH', one, { body: { dismissed: true, message: 'Fine' } }),
      'pull_request_review dismissed',
    )
    expect(dismissed?.body).toMatchObject({ review: { body: 'Not yet', dismissed: true, dismissal: 'Fine' } })
    await told(() => ada.post(`${repo}/pulls/2/comments`, { body: 'All in all' }), 'issue_comment created')
  })

  it('a merge and a release are told', async () => {
    await settled(ada, repo, 2)
    const [merged, push] = await told(
      () => ada.post(`${repo}/pulls/2/merge`, { merge_method: 'merge' }),
      'pull_request merged',
      'push',
    )
    expect(merged?.body).toMatchObject({
      sender: { username: 'ada' },
      pull_request: { merged: true, state: 'merged', merge_commit_sha: push?.body['after'] },
    })
    const [, , released] = await told(
      () => ada.post(`${repo}/releases`, { tag_name: 'v1.0', body: 'Done' }),
      'create',
      'push',
      'release published',
    )
    const id = String(partOf(released, 'release')['id'])
    expect(released?.body['release']).toEqual((await ada.get(`${repo}/releases/${id}`)).body)
    await told(() => ada.send('DELETE', `${repo}/branches/topic`), 'push', 'delete')
  })

  it('what becomes of a release is told, as it was then', async () => {
    const made = (await ada.get(`${repo}/releases/tags/v1.0`)).body
    const one = `releases/${String(made.id)}`
    const edits: readonly (readonly [object, object])[] = [
      [{ name: 'Done' }, { name: { from: 'v1.0' } }],
      [
        { body: 'Well done', prerelease: true },
        { body: { from: 'Done' }, prerelease: { from: false } },
      ],
      [{ draft: true }, { draft: { from: false } }],
      [{ draft: false }, { draft: { from: true } }],
    ]
    for (const [wanted, changes] of edits) {
      const [edited] = await told(change(ada, one, wanted), 'release edited')
      expect(edited?.body).toMatchObject({ sender: { username: 'ada' }, release: wanted })
      expect(edited?.body['changes']).toEqual(changes)
    }
    await told(change(ada, one, { name: 'Done' }))
    const [added] = await told(
      () => ada.send('POST', `${repo}/${one}/assets?name=a.txt`, { raw: 'a' }),
      'release edited',
    )
    expect(added?.body).toMatchObject({
      changes: { assets: { added: ['a.txt'] } },
      release: { assets: [{ name: 'a.txt' }] },
    })
    const asset = String((await ada.get(`${repo}/${one}`)).body.assets[0].id)
    const [removed] = await told(() => ada.send('DELETE', `${repo}/${one}/assets/${asset}`), 'release edited')
    expect(removed?.body).toMatchObject({ changes: { assets: { removed: ['a.txt'] } }, release: { assets: [] } })
    const last = (await ada.get(`${repo}/${one}`)).body
    const [deleted] = await told(() => ada.send('DELETE', `${repo}/${one}`), 'release deleted')
    expect(deleted?.body['release']).toEqual(last)
  })

  it('a draft is told when it is published, once, also when it is gone by then', async () => {
    const draft = async (): Promise<string> => {
      const made = await ada.post(`${repo}/releases`, { tag_name: 'v1.0', name: 'Soon', draft: true })
      expect(made.status, made.text).toBe(201)
      return `releases/${String(made.body.id)}`
    }
    await told(async () => {
      const one = await draft()
      await change(ada, one, { name: 'Sooner' })()
      await ada.send('POST', `${repo}/${one}/assets?name=a.txt`, { raw: 'a' })
      await ada.send('DELETE', `${repo}/${one}`)
    })
    const one = await draft()
    let isSlow = true
    receiver.answer = () => (isSlow ? { afterMs: 1000 } : {})
    const [, published] = await told(
      async () => {
        // While this one is under way, the release comes and goes.
        await ada.post(`${repo}/issues`, { title: 'Hold on' })
        await change(ada, one, { draft: false })()
        await ada.send('DELETE', `${repo}/${one}`)
        isSlow = false
      },
      'issues opened',
      'release published',
      'release deleted',
    )
    expect(published?.body).toMatchObject({ release: { name: 'Soon', draft: false } })
    receiver.answer = () => ({})
  })

  it('what a private fork is called is not told', async () => {
    await ada.send('PATCH', repo, { body: { is_public: true } })
    const of = async (isPublic: boolean): Promise<unknown> => {
      const slug = isPublic ? 'seen' : 'hidden'
      expect((await bob.post(`${repo}/forks`, { slug })).status).toBe(201)
      const fork = `repos/bob/${slug}`
      await bob.send('PATCH', fork, { body: { is_public: isPublic } })
      await commitTo(bob, fork, ['quiet', 'main'], { [slug]: 'q\n' })
      const from = { source_repo: `bob/${slug}` }
      const [opened] = await told(() => openPull(bob, repo, 'quiet', from), 'pull_request opened')
      return partOf(opened, 'pull_request')['source_repo']
    }
    expect([await of(false), await of(true)]).toEqual([null, 'bob/seen'])
    await ada.send('PATCH', repo, { body: { is_public: false } })
  })

  it('a ping is told', async () => {
    const hook = (await ada.post(`${repo}/hooks`, { url: receiver.url })).body
    const [ping] = await told(() => ada.post(`${repo}/hooks/${hook.id}/test`), 'ping')
    expect(ping?.body['hook_id']).toBe(hook.id)
  })

  it('the description has every event that a webhook may ask for', () => {
    const events = [
      'create',
      'delete',
      'issue_comment',
      'issues',
      'ping',
      'pipeline',
      'pull_request',
      'pull_request_review',
      'push',
    ]
    expect(Object.keys(description.webhooks).toSorted()).toEqual([...events, 'release'])
  })

  it('an issue that is deleted is told with what it said', async () => {
    const [opened, deleted] = await told(
      async () => {
        const { number } = (await ada.post(`${repo}/issues`, { title: 'Spam', body: 'Buy this' })).body
        await ada.send('DELETE', `${repo}/issues/${number}`)
      },
      'issues opened',
      'issues deleted',
    )
    expect(deleted?.body).toEqual({ ...opened?.body, action: 'deleted' })
  })
})
