import { bodyOf } from '../../kit/api.ts'
import { until } from '../../kit/until.ts'
import type { SheetClient } from './tables.ts'

/** Waits until no cell of the sheet is pending. Returns the counts of the states. */
export async function untilQuiet(sheet: SheetClient): Promise<Record<string, number>> {
  const { status_counts } = await until(
    async () => bodyOf(await sheet.api.get(`${sheet.path}/operations`)),
    ({ active_operations }) => active_operations.length === 0,
  )
  return status_counts
}

/** Runs cells and waits for the end. Returns the finished operation. */
export async function recalculate(sheet: SheetClient, body: object = {}) {
  const operation = await begin(sheet, body)
  await untilQuiet(sheet)
  return bodyOf(await sheet.api.get(operation.status_url)).operation
}

/** Starts an operation, and confirms it if required. */
export async function begin(sheet: SheetClient, body: object = {}) {
  const first = await sheet.api.post(`${sheet.path}/operations`, body)
  if (first.body.requires_confirmation !== true) return bodyOf(first, 202)
  const confirmation_token = first.body.confirmation_token
  return bodyOf(await sheet.api.post(`${sheet.path}/operations`, { ...body, confirmation_token }), 202)
}
