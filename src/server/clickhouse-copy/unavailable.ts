/** ClickHouse cannot be used now. The message gives the cause, without data and secrets. */
export class ClickHouseUnavailableError extends Error {
  override readonly name = 'ClickHouseUnavailableError'
}

/** @throws ClickHouseUnavailableError if there is no row. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new ClickHouseUnavailableError('ClickHouse answered without a row.')
  return row
}
