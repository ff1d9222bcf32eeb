import { shortSha } from '../../../core/sha.ts'
import type { BranchFate } from '../../../features/pulls/source-branch.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export type ClearBranchProps = {
  /** The address of the pull request. */
  at: string
  branch: BranchFate & { name: string }
}

/** The branch of a pull request that is over: away with it, or back. Neither loses anything. */
export function ClearBranch({ at, branch }: ClearBranchProps) {
  const { name, kind } = branch
  return (
    <div class="panel panel-line">
      <Icon name="git-branch" />
      <span class="panel-line-text">
        <code class="break">{name}</code> {whatOf(branch)}
      </span>
      {kind === 'delete' && (
        <form method="post" action={`${at}/delete-branch`}>
          <Button size="small" icon="trash">
            Delete branch
          </Button>
        </form>
      )}
      {kind === 'restore' && (
        <form method="post" action={`${at}/restore-branch`}>
          <Button size="small">Restore branch</Button>
        </form>
      )}
    </div>
  )
}

function whatOf(branch: BranchFate): string {
  switch (branch.kind) {
    case 'delete':
      return 'is still there.'
    case 'restore':
      return 'was deleted.'
    case 'in-use':
      return 'is still there: another pull request is open for it.'
    case 'moved':
      return `is still there, and has gone on since: it ends in ${shortSha(branch.sha)} now.`
  }
}
