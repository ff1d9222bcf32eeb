import { fileSize } from '../../../core/file-size.ts'
import type { Storage } from '../../../features/quota/storage.ts'
import { Facts } from './facts.tsx'

export function StorageFacts({ storage }: { storage: Storage }) {
  return (
    <Facts
      facts={[
        { label: 'Used', value: usedOf(storage.used, storage.allowed) },
        { label: 'Repositories', value: fileSize(storage.git) },
        { label: 'Git LFS', value: fileSize(storage.lfs) },
        { label: 'Releases and attachments', value: fileSize(storage.assets) },
        { label: 'Artifacts and caches', value: fileSize(storage.ci) },
      ]}
    />
  )
}

/** `12 MiB of 1.0 GiB`. */
export function usedOf(used: number, allowed: number | null): string {
  return allowed === null ? fileSize(used) : `${fileSize(used)} of ${fileSize(allowed)}`
}
