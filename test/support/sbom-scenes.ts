// What repositories are built from, as `furnishSbom` fills them.
import { at, type Scene } from './scene.ts'

const route = '/:owner/:repo/sbom'

export const sbomScenes: readonly Scene[] = [
  at('sbom', 'stranger', route, '/ada/bellows/sbom'),
  at('sbom-filtered', 'user', route, '/ada/bellows/sbom?ecosystem=npm&license=MIT'),
  at('sbom-no-match', 'user', route, '/ada/bellows/sbom?q=zzzzzz'),
  at('sbom-changes', 'stranger', route, '/ada/bellows/sbom?base=main&head=next'),
  at('sbom-no-changes', 'stranger', route, '/ada/bellows/sbom?base=main&head=main'),
  at('sbom-no-locks', 'user', route, '/ada/anvil/sbom'),
  at('sbom-empty', 'user', route, '/ada/blank/sbom'),
]
