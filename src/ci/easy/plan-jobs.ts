import { whyNotImage } from '../allowed-image.ts'
import { whyNotPackage } from '../allowed-package.ts'
import type { HistoryDepth, PlannedJob } from '../plan.ts'
import { shown } from './problems.ts'
import type { JobDraft } from './read-job.ts'
import { type Combination, nameOf } from './read-matrix.ts'
import { planEnv, planStep } from './read-steps.ts'
import { pathsFor } from './read-storage.ts'
import { type FieldTemplate, filled } from './read-template.ts'
import type { EasyRules } from './rules.ts'

/** What the head of the file says for all jobs. */
export interface Defaults {
  readonly image: string | null
  readonly packages: readonly string[]
  readonly timeoutS: number | null
  readonly history: HistoryDepth
}

/** One for each combination of its matrix. `names`: the jobs of the plan that each job of the file stands for. */
export function planJob(
  draft: JobDraft,
  combination: Combination,
  names: ReadonlyMap<string, readonly string[]>,
  { rules, defaults }: { readonly rules: EasyRules; readonly defaults: Defaults },
): PlannedJob {
  const { cache, artifacts } = draft
  const packages = [...defaults.packages, ...packagesFor(draft.packages, rules, combination)]
  return {
    name: nameOf(draft.name, combination),
    needs: [...new Set(draft.needs.flatMap(({ name }) => names.get(name) ?? []))],
    image: draft.image === null ? defaults.image : imageFor(draft.image, rules, combination),
    packages: [...new Set(packages)],
    services: draft.services.map(({ name, image, env }) => ({
      name,
      image: imageFor(image, rules, combination),
      env: planEnv(env, combination),
    })),
    matrix: combination,
    when: draft.when,
    after: draft.after,
    isManual: draft.isManual,
    steps: draft.steps.map((step) => planStep(step, draft.env, combination)),
    cache: cache === null ? null : { key: filled(cache.key, combination), paths: pathsFor(cache.paths, combination) },
    artifacts:
      artifacts === null ? null : { paths: pathsFor(artifacts.paths, combination), expireInS: artifacts.expireInS },
    allowFailure: draft.allowFailure,
    retries: draft.retries,
    timeoutS: draft.timeoutS ?? defaults.timeoutS,
    history: draft.history ?? defaults.history,
  }
}

export function imageFor(template: FieldTemplate, rules: EasyRules, combination: Combination): string {
  const image = filled(template, combination)
  const why = whyNotImage(image, rules.allowedImages)
  if (why !== null) template.field.refuse(`«${shown(image)}» ${why}`)
  return image
}

export function packagesFor(
  templates: readonly FieldTemplate[],
  rules: EasyRules,
  combination: Combination,
): readonly string[] {
  return templates.map((template) => {
    const name = filled(template, combination)
    const why = whyNotPackage(name, rules.allowedPackages)
    if (why !== null) template.field.refuse(`«${shown(name)}» ${why}`)
    return name
  })
}
