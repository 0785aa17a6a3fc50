/** How the format of a cell shows a number: as a date, a time of day, both, or a length such as 30:15:00. */
export type TimeFormat = 'date' | 'date and time' | 'time' | 'duration'

/** Excel's own formats, by number. */
export const builtInTimeFormats: ReadonlyMap<number, TimeFormat> = new Map([
  ...[14, 15, 16, 17].map((format) => [format, 'date'] as const),
  ...[18, 19, 20, 21, 45, 47].map((format) => [format, 'time'] as const),
  [22, 'date and time'],
  [46, 'duration'],
])

/** The kind of a format's code such as `yyyy\-mm\-dd`; null for a number. */
export function timeFormatOf(code: string): TimeFormat | null {
  const unquoted = code.replaceAll(/"[^"]*"|\\./g, '')
  if (/\[(?:h+|m+|s+)\]/i.test(unquoted)) return 'duration'
  const letters = unquoted.replaceAll(/\[[^\]]*\]/g, '')
  const hasTime = /[hs]/i.test(letters)
  if (/[yd]/i.test(letters)) return hasTime ? 'date and time' : 'date'
  return hasTime ? 'time' : /m/i.test(letters) ? 'date' : null
}

const dayMilliseconds = 24 * 3_600_000

/** The number as an ISO date, or as hours, minutes and seconds; null for a number that is no date. */
export function timeText(number: number, format: TimeFormat, hasOldDates: boolean): string | null {
  const milliseconds = Math.round(number * dayMilliseconds)
  if (format === 'duration') return lengthText(milliseconds)
  const hasNoDate = number >= 0 && number < 1 && (format === 'time' || !hasOldDates)
  if (hasNoDate && format !== 'date') return lengthText(milliseconds)
  const date = new Date(milliseconds - firstDay(number, hasOldDates) * dayMilliseconds)
  if (Number.isNaN(date.getTime())) return null
  const text = date.toISOString().replace(/\.000Z$|Z$/, '')
  return Number.isInteger(number) && format === 'date' ? text.slice(0, 10) : text
}

/** The number of 1970-01-01. Excel counts a day 1900-02-29, which did not exist, so earlier numbers are one less. */
function firstDay(number: number, hasOldDates: boolean): number {
  if (hasOldDates) return 24_107
  return number < 60 ? 25_568 : 25_569
}

function lengthText(milliseconds: number): string | null {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000)
  if (!Number.isSafeInteger(seconds)) return null
  const rest = Math.abs(milliseconds) % 1000
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60]
  const text = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
  return `${milliseconds < 0 ? '-' : ''}${text}${rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`}`
}
