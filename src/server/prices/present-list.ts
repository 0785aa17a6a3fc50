import type { PriceList, PriceListFormat } from '../../engine/price/index.ts'
import { isoTime } from '../http/iso-time.ts'
import { builtInList } from './catalogue.ts'
import type { ListHeading } from './list-queries.ts'

/** Presents the built-in list, which is not stored. */
export const presentBuiltIn = (list: PriceList, isInForce: boolean) => ({
  ...builtInName,
  url: null,
  models: countModels(list),
  imported_by: null,
  imported_at: null,
  in_force: isInForce,
})

const builtInName = {
  id: null,
  source: 'built_in' as const,
  name: `genai-prices ${builtInList.version}`,
  format: 'genai-prices' as const,
  date: builtInList.date,
}

const countModels = ({ models }: PriceList): number =>
  [...models.values()].reduce((count, ofProvider) => count + ofProvider.length, 0)

export const presentHeading = (list: ListHeading, isInForce = list.in_force === 1) => ({
  ...nameOfList(list),
  url: list.url,
  models: list.models,
  imported_by: list.imported_by || null,
  imported_at: isoTime(list.imported_at),
  in_force: isInForce,
})

/** The name of a list; null means the built-in list. */
export function nameOfList(list: ListHeading | null) {
  if (!list) return builtInName
  const { id, source, name, format, imported_at } = list
  return {
    // A previewed list is not stored, so it has no id.
    id: id || null,
    source,
    name,
    format: format as PriceListFormat,
    date: isoTime(imported_at).slice(0, 10),
  }
}
