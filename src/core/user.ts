export interface User {
  readonly id: number
  readonly uuid: string
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly emailVerified: boolean
  readonly isAdmin: boolean
  readonly disabled: boolean
  readonly createdAt: number
}
