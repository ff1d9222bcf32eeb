import { forbidden } from '../../core/errors.ts'
import { atLeast, type Role, roles } from '../../core/roles.ts'

/** Nobody gives more than they have, nor takes from whoever has more. */
export function refuseAbove(own: Role, { held, wanted }: { held: Role | null; wanted: Role | null }): void {
  if (held !== null && !atLeast(own, held)) {
    throw forbidden(`You are ${own} here: you cannot change what somebody with the role ${held} may do`)
  }
  if (wanted !== null && !atLeast(own, wanted)) {
    throw forbidden(`You are ${own} here: you cannot give the role ${wanted}`)
  }
}

/** Which roles somebody may give to whoever has `held`; none where it is not theirs to change. */
export function assignableRoles(own: Role | null, held: Role | null): readonly Role[] {
  if (own === null || !atLeast(own, 'Maintainer') || (held !== null && !atLeast(own, held))) return []
  return roles.filter((role) => atLeast(own, role))
}
