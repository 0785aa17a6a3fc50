export const statuses = ['SUCCESS', 'WARNING', 'ERROR'] as const
export type Status = (typeof statuses)[number]

/** Relative ranges stay relative in the address: tomorrow they mean tomorrow's last hour. */
export const ranges = ['1h', '24h', '7d', '30d'] as const
export type Range = (typeof ranges)[number]

const hours: Record<Range, number> = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }
const hourMilliseconds = 3_600_000

export interface Filters {
  readonly find?: string | undefined
  readonly status?: Status | undefined
  readonly model?: string | undefined
  readonly tag?: string | undefined
  readonly range?: Range | undefined
}

/** The body of a search: what the server's filter grammar says for what the bar shows. */
export function searchOf({ find, status, model, tag, range }: Filters, now: number) {
  const filters = [
    ...(status ? [{ field: 'status', operator: 'is', value: status } as const] : []),
    ...(model ? [{ field: 'engine', operator: 'is', value: model } as const] : []),
    ...(tag ? [{ field: 'tags', operator: 'contains', value: tag } as const] : []),
    ...(range
      ? [{ field: 'request_start_time', operator: 'after', value: startOf(range, now) } as const]
      : []),
  ]
  return {
    ...(find && { q: find }),
    ...(filters.length > 0 && { filter_group: { logic: 'AND' as const, filters } }),
  }
}

const startOf = (range: Range, now: number): string =>
  new Date(now - hours[range] * hourMilliseconds).toISOString()

export const isFiltered = ({ find, status, model, tag, range }: Filters): boolean =>
  Boolean(find || status || model || tag || range)
