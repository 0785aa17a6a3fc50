import pg from 'pg'
import { logBodies } from './logs.ts'

export async function insertIntoPostgres(url: string, connections: number, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  await pool.query('create table if not exists bare (id bigserial primary key, original bytea not null)')
  const bytes = logBodies.map((body) => Buffer.from(body))
  const started = performance.now()
  let rows = 0
  const insertUntilTheEnd = async () => {
    const client = await pool.connect()
    while (performance.now() - started < seconds * 1000) {
      const values = [bytes[rows++ % bytes.length]]
      await client.query({ name: 'insert', text: 'insert into bare (original) values ($1)', values })
    }
    client.release()
  }
  await Promise.all(Array.from({ length: connections }, insertUntilTheEnd))
  const elapsed = performance.now() - started
  await pool.end()
  return (rows / elapsed) * 1000
}
