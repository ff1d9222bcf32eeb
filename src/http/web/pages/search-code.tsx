import type { Right } from '../../../features/access/permit.ts'
import { parseCodeQuestion } from '../../../features/search/code-question.ts'
import { type CodeFound, searchCode, searchCodeEverywhere } from '../../../features/search/search-code.ts'
import { type PageAnswer, type PageCall, show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { type CodeResult, RepoSearchView, SearchCodeView } from '../views/search-code.tsx'

const longestQuery = 300
const shownFiles = 50

/** `/search?type=code` */
export async function showCodeSearch({ app, actor, chrome, query }: PageCall<Right>): Promise<PageAnswer> {
  const { q, matchCase, question } = askedOf(query)
  const { found, searched, visible } =
    question === null ? { found: [], searched: 0, visible: 0 } : await searchCodeEverywhere(app, actor, question)
  return show(
    <SearchCodeView
      chrome={chrome}
      q={q}
      needle={question?.text ?? ''}
      matchCase={matchCase}
      results={found.map(resultOf)}
      searched={searched}
      visible={visible}
    />,
  )
}

export const searchCodePages = [
  repoPage({
    method: 'GET',
    path: '/search',
    right: 'anyone',
    handle: async ({ app, actor, ref, chrome, head, query }) => {
      const { q, matchCase, question } = askedOf(query)
      const found =
        question === null || head.isEmpty
          ? null
          : await searchCode(app, actor, ref, { question, revision: query['ref'] || undefined })
      return show(
        <RepoSearchView
          chrome={chrome}
          repo={head}
          refName={query['ref'] || head.defaultBranch}
          q={q}
          needle={question?.text ?? ''}
          matchCase={matchCase}
          result={found && resultOf(found)}
          shownFiles={shownFiles}
        />,
      )
    },
  }),
]

function askedOf(query: Readonly<Record<string, string>>) {
  const q = (query['q'] ?? '').trim().slice(0, longestQuery)
  const matchCase = query['case'] === '1'
  return { q, matchCase, question: parseCodeQuestion(q, matchCase) }
}

function resultOf({ repo, revision, files, isPartial }: CodeFound): CodeResult {
  return { owner: repo.owner, slug: repo.slug, revision, hits: files, isPartial }
}
