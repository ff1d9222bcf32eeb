import type { Target } from './target.ts'
import { ciTargets } from './targets/ci.ts'
import { gitTargets } from './targets/git.ts'
import { nameTargets } from './targets/names.ts'
import { networkTargets } from './targets/network.ts'
import { sbomTargets } from './targets/sbom.ts'
import { webTargets } from './targets/web.ts'

export const allTargets: readonly Target[] = [
  ...gitTargets,
  ...nameTargets,
  ...webTargets,
  ...ciTargets,
  ...networkTargets,
  ...sbomTargets,
]
