export interface User {
  readonly id: number
  readonly uuid: string
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly emailVerified: boolean
  /** A new address whose link was not opened yet. */
  readonly pendingEmail: string | null
  readonly isAdmin: boolean
  readonly disabled: boolean
  readonly createdAt: number
}
