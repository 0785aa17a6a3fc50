import { Session } from 'chdb'

/** Parameters that are no settings, and the time limit: no test depends on how fast a statement is. */
const notSettings = new Set([
  'max_execution_time',
  'query',
  'database',
  'query_id',
  'session_id',
  'compress',
  'decompress',
  'default_format',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'wait_end_of_query',
  'role',
])

/** ClickHouse's embedded build, with its data in a folder. */
export function embeddedBuild(folder) {
  const session = new Session(folder)
  /** Settings of the session that differ from the defaults. */
  const applied = new Map()
  let used = ''

  /** A SET statement takes as long as a small query, so only changed settings are set. */
  function apply(settings) {
    for (const name of applied.keys())
      if (!settings.has(name)) {
        session.query(`set ${name} = default`)
        applied.delete(name)
      }
    for (const [name, value] of settings)
      if (applied.get(name) !== value) {
        session.query(`set ${name} = '${value.replaceAll("'", "\\'")}'`)
        applied.set(name, value)
      }
  }

  return {
    run(parameters, statement) {
      const database = parameters.get('database') ?? 'default'
      if (used !== database) session.query(`use ${database}`)
      used = database
      apply(new Map([...parameters].filter(([name]) => !notSettings.has(name))))
      try {
        return session.query(statement.toString(), 'TabSeparated')
      } catch (error) {
        // The embedded build keeps the output of a failed statement and prepends it to the next answer.
        session.query('select 1', 'TabSeparated')
        throw error
      }
    },
    close() {
      session.cleanup?.()
    },
  }
}
