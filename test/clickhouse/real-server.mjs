import { randomBytes } from 'node:crypto'

/**
 * A ClickHouse server with this address (`https://user:password@host:8443`). The tests get a new database in place of the
 * server's default one; it and all others that they create are dropped at the end.
 */
export async function realServer(address) {
  const { origin, username, password } = new URL(address)
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  const ownDatabase = `galley_test_${randomBytes(8).toString('hex')}`
  const created = [ownDatabase]

  async function send(parameters, statement) {
    const reply = await fetch(`${origin}/?${parameters}`, { method: 'POST', headers, body: statement })
    const answer = Buffer.from(await reply.arrayBuffer())
    if (!reply.ok) throw new Error(answer.toString())
    return answer
  }

  await send('', `create database ${ownDatabase}`)
  return {
    run(parameters, statement) {
      const [, database] = /^create database (\w+)/i.exec(statement.toString('latin1', 0, 100)) ?? []
      if (database) created.push(database)
      const sent = new URLSearchParams(parameters)
      for (const name of ['query', 'enable_http_compression']) sent.delete(name)
      if ((sent.get('database') ?? 'default') === 'default') sent.set('database', ownDatabase)
      return send(sent, statement)
    },
    async close() {
      for (const database of created) await send('', `drop database if exists ${database}`)
    },
  }
}
