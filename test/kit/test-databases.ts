import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/**
 * Names of one run's databases begin with a prefix, by which databases of killed tests are found and dropped.
 */
export function newDatabasePrefix(): string {
  return `galley_test_${randomBytes(4).toString('hex')}_`
}

/** Creates an empty database, or a copy of a database without connections. */
export async function createDatabase(
  adminUrl: string,
  prefix: string,
  original = 'template1',
): Promise<{ name: string; url: string }> {
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await withAdmin(adminUrl, (client) => client.query(`create database ${name} template ${original}`))
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { name, url: url.href }
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withAdmin(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
}

export async function dropDatabasesOf(adminUrl: string, prefix: string): Promise<void> {
  await withAdmin(adminUrl, async (client) => {
    const query = 'select datname from pg_database where starts_with(datname::text, $1)'
    const { rows } = await client.query<{ datname: string }>(query, [prefix])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  })
}

async function withAdmin(adminUrl: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
