import { fileSize } from '../../../core/file-size.ts'
import { Confirm } from './confirm.tsx'
import { Row, RowList } from './row-list.tsx'
import { Time } from './time.tsx'

export type ShownAsset = {
  id: string
  name: string
  size: number
  downloads: number
  createdAt: string
  href: string
}

/** The files of a release. With `removeAt` each can be removed. */
export function ReleaseAssets({
  assets,
  removeAt,
}: {
  assets: readonly ShownAsset[]
  removeAt?: ((id: string) => string) | undefined
}) {
  return (
    <RowList label="Files">
      {assets.map((asset) => (
        <Row
          key={asset.id}
          icon="download"
          title={
            <a class="break" href={asset.href}>
              {asset.name}
            </a>
          }
          meta={
            <>
              <span>{fileSize(asset.size)}</span>
              <span>{downloads(asset.downloads)}</span>
              <Time at={asset.createdAt} />
            </>
          }
          actions={
            removeAt && (
              <Confirm
                id={`remove-asset-${asset.id}`}
                trigger="Remove"
                triggerLabel={`Remove ${asset.name}`}
                title={`Remove “${asset.name}”?`}
                action={removeAt(asset.id)}
                confirm="Remove file"
              >
                <p>Links to it will stop working.</p>
              </Confirm>
            )
          }
        />
      ))}
    </RowList>
  )
}

function downloads(count: number): string {
  return count === 1 ? '1 download' : `${count.toLocaleString('en')} downloads`
}
