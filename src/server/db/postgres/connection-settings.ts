import pg from 'pg'

export interface ConnectionSettings {
  readonly types: pg.CustomTypesConfig
  /** Milliseconds without an answer until a statement fails. */
  readonly timeout: number
}

const int8 = 20
/** Counters and times are integers that doubles hold exactly. */
export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text')) as never,
}

/** Milliseconds after which a query fails if the database does not answer and the network reports no error. */
export const queryTimeout = 5_000

export const settings: ConnectionSettings = { types, timeout: queryTimeout }
