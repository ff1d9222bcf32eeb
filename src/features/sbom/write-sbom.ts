import { v5 as uuidOf } from 'uuid'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { parseCommit } from '../../git/parse-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { askThread } from './ask-thread.ts'
import { type Scan, type ScanNeeds, scanCommit } from './scan-commit.ts'

/** A name space of our own: the same commit of the same repository always has the same serial number. */
const documents = '5f0b6a3e-8f0b-4b52-9d3c-51a0f1c4a9d7'
const lastDate = Date.UTC(9999, 11, 31)

export const sbomFileName = 'sbom.cdx.json'

/** The CycloneDX document of a commit: the same bytes whenever it is asked for. */
export async function writeSbom(app: ScanNeeds, repo: Repo, sha: Sha): Promise<{ scan: Scan; document: Uint8Array }> {
  const scan = await scanCommit(app, repo, sha)
  const object = await app.objects.read(repoDirectory(app.config, repo), sha)
  const at = object?.type === 'commit' ? parseCommit(object.data).committer.at : 0
  const name = `${repo.owner}/${repo.slug}`
  const subject = {
    name,
    url: `${app.config.BASE_URL}/${name}`,
    commit: sha,
    // Commits can claim to be of any year; ISO 8601 ends with the year 9999.
    at: Math.min(Math.max(at, 0), lastDate),
    serial: uuidOf(`${repo.uuid}/${sha}`, documents),
    toolVersion: app.inventories.toolVersion,
  }
  const document = await askThread(app, repo, 'document', { packed: scan.packed, subject })
  return { scan, document }
}
