import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely'

/**
 * Writes limits into the text. SQLite looks at a limit when it plans a query: where it is a value that is put in, the plan
 * is thrown away and made anew each time that it is asked, which takes longer than most answers.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const value: unknown = ValueNode.is(node.limit) ? node.limit.value : null
    if (Number.isSafeInteger(value)) this.append(`limit ${String(value)}`)
    else super.visitLimit(node)
  }
}
