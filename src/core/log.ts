export type LogFields = Readonly<Record<string, unknown>>

/** One JSON object a line. Fields carry the data; the message is the fact. */
export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
  /** A line of exactly these fields, for tools outside that rely on them. */
  bare(fields: LogFields): void
}
