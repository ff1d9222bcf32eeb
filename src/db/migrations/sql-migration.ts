/** One text for both databases. `identity` stands for the column that numbers the rows and is spelled differently. */
export interface SqlMigration {
  readonly name: string
  readonly up: string
}
