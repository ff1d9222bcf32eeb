import { fileSize } from '../../../core/file-size.ts'
import { shortSha } from '../../../core/sha.ts'
import { codeUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { CopyField } from '../components/copy-field.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import type { BlobContent, BlobProps } from './blob.tsx'

type Other = Extract<BlobContent, { kind: 'link' | 'lfs' | 'submodule' | 'binary' | 'too-large' }>

/** What has no lines to show: what it is, and how to get at it. */
export function BlobOther({ repo, current, path, content }: Omit<BlobProps, 'content'> & { content: Other }) {
  const name = path.split('/').at(-1) ?? path
  const raw = codeUrl(repo, 'raw', current.address, path)
  const download = (href: string) => (
    <LinkButton href={href} icon="download" download={name}>
      Download
    </LinkButton>
  )
  switch (content.kind) {
    case 'link': {
      const inside = content.inside === null ? null : codeUrl(repo, 'blob', current.address, content.inside)
      return (
        <EmptyState icon="file-symlink-file" title="A symbolic link">
          <p>
            It points to <code class="break">{content.target}</code>
            {inside === null ? ', outside of the repository.' : '.'}
          </p>
          {inside !== null && (
            <p>
              <a href={inside}>Follow it</a>
            </p>
          )}
        </EmptyState>
      )
    }
    case 'lfs':
      return content.isHere ? (
        <EmptyState
          icon="package"
          title="Kept in Git LFS"
          action={download(codeUrl(repo, 'media', current.address, path))}
        >
          <p>The repository holds a pointer to it. Clone with Git LFS to get the file itself.</p>
        </EmptyState>
      ) : (
        <EmptyState icon="alert" title="The file itself is not here">
          <p>
            The repository holds a pointer to a file of {fileSize(content.pointer.size)} in Git LFS, which was never
            uploaded here. Whoever has a clone with that file can bring it, and all others that are missing:
          </p>
          <CopyField value={`git lfs push --all ${content.home}`} label="Command" />
        </EmptyState>
      )
    case 'submodule':
      return (
        <EmptyState icon="file-submodule" title="A submodule">
          <p>
            {content.url === null ? (
              'This is another repository; .gitmodules does not say which.'
            ) : (
              <>
                It points to{' '}
                {content.home === null ? (
                  <OutsideLink url={content.url} />
                ) : (
                  <a href={codeUrl({ owner: content.home.owner, slug: content.home.repo }, 'tree', content.sha)}>
                    {content.home.owner}/{content.home.repo}
                  </a>
                )}
                , at commit <code>{shortSha(content.sha)}</code>.
              </>
            )}
          </p>
          <p>
            <code>git submodule update --init</code> fetches it.
          </p>
        </EmptyState>
      )
    case 'binary':
      return (
        <EmptyState icon="file-binary" title={kindOf(name)} action={download(raw)}>
          <p>It cannot be shown here. Download it to open it.</p>
        </EmptyState>
      )
    case 'too-large':
      return (
        <EmptyState icon="file" title="Too large to show" action={<LinkButton href={raw}>Open it raw</LinkButton>}>
          <p>It would be slow to load and to scroll. View the raw file instead.</p>
        </EmptyState>
      )
  }
}

function OutsideLink({ url }: { url: string }) {
  return /^https?:\/\//i.test(url) ? (
    <a class="break" href={url} rel="nofollow noopener noreferrer">
      {url}
    </a>
  ) : (
    <code class="break">{url}</code>
  )
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\.pdf$/i, 'A PDF document'],
  [/\.(mp3|ogg|oga|opus|wav|flac|m4a|aac)$/i, 'An audio file'],
  [/\.(mp4|webm|ogv|mov|mkv|avi)$/i, 'A video'],
  [/\.(zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|whl)$/i, 'An archive'],
  [/\.(woff2?|ttf|otf|eot)$/i, 'A font'],
  [/\.(docx?|xlsx?|pptx?|od[tsp])$/i, 'An office document'],
  [/\.(sqlite3?|db)$/i, 'A database'],
]

function kindOf(name: string): string {
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'This file is not text'
}
