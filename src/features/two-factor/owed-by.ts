import type { App } from '../../app.ts'
import type { Owing } from '../../core/actor.ts'
import { andThen, type Soon } from '../../core/soon.ts'
import { isTwoFactorOn } from './store.ts'

const nothing: Owing = {}
const secondFactor: Owing = { owesSecondFactor: true }

/** What somebody has to do before anything else. The gates ask the actor that it goes to (see permit.ts). */
export function owedBy({ config, db }: Pick<App, 'config' | 'db'>, userId: number): Soon<Owing> {
  if (!config.REQUIRE_TWO_FACTOR) return nothing
  const found = db.recall(`second factor ${userId}`, async () => ({ isOn: await isTwoFactorOn(db, userId) }))
  return andThen(found, (known) => (known?.isOn === true ? nothing : secondFactor))
}
