import { findListed, type PriceList } from './price-list.ts'
import { type DatedRates, type RateKind, type Rates, ratesAt } from './rates.ts'

/** One rate of a model, before and after; null: absent. */
export interface Figure {
  readonly kind: RateKind
  /** Null: the standard tier. */
  readonly serviceTier: string | null
  /** Applies to calls with more input tokens than this; null: to all. */
  readonly over: number | null
  readonly before: string | null
  readonly after: string | null
}

export interface ModelChange {
  readonly change: 'added' | 'changed' | 'removed' | 'changed_at_other_times'
  readonly provider: string
  readonly model: string
  /** The rates that differ at the compared time. */
  readonly figures: readonly Figure[]
}

/**
 * Differences of a new price list for all models of both lists, one model at a time, so that the caller can yield between
 * them. A name has the price that its list returns for a request with that name. Null: no difference.
 */
export function* compareLists(
  before: PriceList,
  after: PriceList,
  time: number,
): Generator<ModelChange | null> {
  const names = new Set<string>()
  for (const list of [before, after])
    for (const models of list.models.values())
      for (const { provider, model } of models) {
        const name = `${provider}\n${model}`
        if (names.has(name)) continue
        names.add(name)
        yield changeOf(
          provider,
          model,
          pricesOf(before, provider, model),
          pricesOf(after, provider, model),
          time,
        )
      }
}

/** A model whose rule does not match its own name is found by its index in the list. */
function pricesOf(list: PriceList, provider: string, model: string): readonly DatedRates[] | null {
  return (findListed(list, provider, model) ?? list.indexes.get(provider)?.byId.get(model))?.prices ?? null
}

function changeOf(
  provider: string,
  model: string,
  before: readonly DatedRates[] | null,
  after: readonly DatedRates[] | null,
  time: number,
): ModelChange | null {
  const [figuresBefore, figuresAfter] = [figuresAt(before, time), figuresAt(after, time)]
  const figures = [...new Set([...figuresBefore.keys(), ...figuresAfter.keys()])].flatMap((key) => {
    const [figureBefore, figureAfter] = [figuresBefore.get(key), figuresAfter.get(key)]
    if (figureBefore?.rate === figureAfter?.rate) return []
    const { kind, serviceTier, over } = (figureBefore ?? figureAfter)!
    return [{ kind, serviceTier, over, before: figureBefore?.rate ?? null, after: figureAfter?.rate ?? null }]
  })
  if (before === null || after === null)
    return { change: before === null ? 'added' : 'removed', provider, model, figures }
  if (figures.length > 0) return { change: 'changed', provider, model, figures }
  const isSame = textOf(before) === textOf(after)
  return isSame ? null : { change: 'changed_at_other_times', provider, model, figures }
}

/** Equal for prices with the same rates at every time. A single set of rates applies at any time, whatever its date. */
function textOf(prices: readonly DatedRates[]): string {
  const [only] = prices
  const text = (dated: DatedRates) => JSON.stringify([...figuresOf(dated)].sort())
  if (prices.length === 1 && only!.hours === null) return text(only!)
  return JSON.stringify(prices.map((dated) => [dated.from, dated.hours, text(dated)]))
}

interface RateFigure {
  readonly kind: RateKind
  readonly serviceTier: string | null
  readonly over: number | null
  readonly rate: string
}

function figuresAt(prices: readonly DatedRates[] | null, time: number): Map<string, RateFigure> {
  const dated = prices && ratesAt(prices, time)
  return dated ? figuresOf(dated) : new Map()
}

function figuresOf({ rates, serviceTiers = {} }: DatedRates): Map<string, RateFigure> {
  const figures = new Map<string, RateFigure>()
  const add = (rates: Rates, serviceTier: string | null) => {
    for (const [kind, { base, tiers }] of Object.entries(rates) as [RateKind, Rates[RateKind] & {}][])
      for (const { over, rate } of [{ over: null, rate: base }, ...tiers])
        figures.set(JSON.stringify([serviceTier, kind, over]), {
          kind,
          serviceTier,
          over,
          rate: rate.toFixed(),
        })
  }
  add(rates, null)
  for (const [tier, rates] of Object.entries(serviceTiers)) add(rates, tier)
  return figures
}
