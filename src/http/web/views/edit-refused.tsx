import { codeUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Panel } from '../components/panel.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type WhyNot = 'binary' | 'link' | 'too-large' | 'not-a-branch'

export type EditRefusedProps = {
  chrome: Chrome
  repo: RepoHead
  refName: string
  path: string
  why: WhyNot
  cloneUrl: string
}

const texts: Record<WhyNot, { title: string; text: string }> = {
  binary: {
    title: 'This file is not UTF-8 text',
    text: 'The editor would damage it: change it on your machine and push.',
  },
  link: {
    title: 'This is a symbolic link',
    text: 'Symbolic links cannot be edited here: change it on your machine and push.',
  },
  'too-large': {
    title: 'Too large for the editor',
    text: 'The editor takes files up to 5 MiB: change the file on your machine and push.',
  },
  'not-a-branch': {
    title: 'Only branches can be edited',
    text: 'A tag or a commit stays as it is. Choose a branch, or create one from here:',
  },
}

export function EditRefusedView({ chrome, repo, refName, path, why, cloneUrl }: EditRefusedProps) {
  const { title, text } = texts[why]
  const commands =
    why === 'not-a-branch'
      ? ['git switch -c my-branch <tag or commit>', 'git push -u origin my-branch']
      : [`git clone ${cloneUrl}`, 'git commit -a', 'git push']
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`${path} at ${refName}`}>
      <PageHead title={<span class="break">{path === '' ? refName : path}</span>} />
      <Panel>
        <EmptyState
          icon="pencil"
          title={title}
          action={<LinkButton href={codeUrl(repo, path === '' ? 'tree' : 'blob', refName, path)}>Back</LinkButton>}
        >
          <p>{text}</p>
          <CodeBlock code={commands.join('\n')} label="commands" />
        </EmptyState>
      </Panel>
    </RepoFrame>
  )
}
