import type { HostFunction, QuickJS } from 'quickjs-wasi'

type Settings = readonly [locales: string | readonly string[] | null, options: object | null]
type Method = (...args: readonly unknown[]) => unknown
type Formatter = Readonly<Record<string, Method>>
type FormatterType = new (locales: readonly string[], options: object) => Formatter

/** Fixed values, so that results do not depend on the server's locale. */
const locale = 'en-US'
const timeZone = 'UTC'
/** Formatters are cached for a call, because creating one takes about 20 µs and using it takes 1. */
const maxFormatters = 100

const formatters = Intl as unknown as Record<string, FormatterType & Formatter>
const kinds = new Set([
  ...['Collator', 'DateTimeFormat', 'DisplayNames', 'DurationFormat', 'ListFormat', 'NumberFormat'],
  ...['PluralRules', 'RelativeTimeFormat', 'Segmenter'],
])

/** Implements the requests of `guest-intl.ts` with Node's Intl, as JSON. */
export function intl(engine: QuickJS): HostFunction {
  const cachedFormatters = new Map<string, Formatter>()
  const formatter = (kind: string, settings: Settings): Formatter => {
    const key = JSON.stringify([kind, settings])
    let formatter = cachedFormatters.get(key)
    if (!formatter) {
      if (cachedFormatters.size >= maxFormatters) cachedFormatters.clear()
      formatter = new formatters[kind]!(localesOf(settings), optionsOf(kind, settings))
      cachedFormatters.set(key, formatter)
    }
    return formatter
  }
  const answer = ([kind, locales, options, method, ...args]: readonly unknown[]): unknown => {
    const settings = [locales, options] as Settings
    if (kind === 'Date') return dates(settings, method as DateMethod, Number(args[0]))
    if (kind === 'String') return cases(settings, method as CaseMethod, args[0] as string)
    if (kind === 'Intl') return (Intl as unknown as Formatter)[method as string]!(...args)
    if (!kinds.has(kind as string)) throw new TypeError('There is no such part of Intl.')
    if (method === 'supportedLocalesOf') return formatters[kind as string]!['supportedLocalesOf']!(...args)
    const times = kind === 'DateTimeFormat'
    const value = formatter(kind as string, settings)[method as string]!(...(times ? args.map(Number) : args))
    return method === 'segment' ? [...(value as Iterable<unknown>)] : value
  }
  const collators = new Map<string, Intl.Collator>()
  const compare = (settings: string, left: string, right: string): number => {
    let collator = collators.get(settings)
    if (!collator) {
      if (collators.size >= maxFormatters) collators.clear()
      collator = formatter('Collator', JSON.parse(settings) as Settings) as unknown as Intl.Collator
      collators.set(settings, collator)
    }
    return collator.compare(left, right)
  }
  return (request, left, right) => {
    if (left && right)
      return engine.newNumber(compare(request!.toString(), left.toString(), right.toString()))
    try {
      return engine.newString(JSON.stringify({ value: answer(JSON.parse(request!.toString())) }))
    } catch (error) {
      const { name: fault, message } = error as Error
      return engine.newString(JSON.stringify({ fault, message }))
    }
  }
}

type DateMethod = 'toLocaleString' | 'toLocaleDateString' | 'toLocaleTimeString'
type CaseMethod = 'toLocaleUpperCase' | 'toLocaleLowerCase'

const dates = (settings: Settings, method: DateMethod, time: number): string =>
  new Date(time)[method](localesOf(settings), optionsOf('DateTimeFormat', settings))

const cases = ([locales]: Settings, method: CaseMethod, text: string): string =>
  locales === null ? text[method](locale) : text[method](locales as string | string[])

/** An unsupported locale falls back to the fixed one. */
const localesOf = ([locales]: Settings): string[] => [...(locales === null ? [] : [locales].flat()), locale]

const optionsOf = (kind: string, [, options]: Settings): object =>
  kind === 'DateTimeFormat' ? { timeZone, ...options } : (options ?? {})
