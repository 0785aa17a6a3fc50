import { Client } from 'pg'

/** The version, such as `15.18`, without the distribution's suffix. */
export async function serverVersionAt(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]!.server_version.split(' ')[0]!
  } finally {
    await client.end()
  }
}
