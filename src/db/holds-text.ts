import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

type Column = string | Expression<string>

/** Whether one of the columns, all in small letters, holds what somebody typed. */
export function holdsText(text: string, ...columns: readonly Column[]): RawBuilder<SqlBool> {
  return isLike(`%${literally(text)}%`, columns)
}

export function beginsWith(text: string, ...columns: readonly Column[]): RawBuilder<SqlBool> {
  return isLike(`${literally(text)}%`, columns)
}

/** Of refs, what comes behind `refs/heads/` or `refs/tags/`. */
export function refHoldsText(text: string, column: Column): RawBuilder<SqlBool> {
  return isLike(`refs/%/%${literally(text)}%`, [column])
}

/** The signs that stand for others in a pattern stand for themselves. */
function literally(text: string): string {
  return text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')
}

function isLike(pattern: string, columns: readonly Column[]): RawBuilder<SqlBool> {
  const each = columns.map((column) => {
    const value = typeof column === 'string' ? sql.ref(column) : column
    return sql`${value} like ${pattern} escape '\\'`
  })
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}
