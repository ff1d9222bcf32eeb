// A PostgreSQL for programs that run beside the tests: the same that the tests have, with as many databases as wanted.
import pg from 'pg'
import { setup } from './postgres.ts'

export interface OwnPostgres {
  /** Its address. What was there under this name is gone. */
  newDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

export async function startPostgres(): Promise<OwnPostgres> {
  let url = ''
  const provide = (_name: string, value: string): void => {
    url = value
  }
  const stop = await setup({ provide } as unknown as Parameters<typeof setup>[0])
  return {
    stop,
    newDatabase: async (name) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name}`)
      await client.end()
      return Object.assign(new URL(url), { pathname: `/${name}` }).href
    },
  }
}
