import { percent } from '../design/values.ts'

/** The change of a figure from the same part of yesterday, in words. */
export function changeText(now: number | null, before: number | null): string {
  if (now === null) return 'No requests today'
  if (before === null || before === 0) return 'No requests yesterday by this time'
  if (now === before) return 'Same as yesterday'
  if (now >= 10 * before) return `${Math.round(now / before).toLocaleString('en')} times yesterday`
  return `${percent(Math.abs(now - before) / before)} ${now > before ? 'more' : 'less'} than yesterday`
}

/** The change of a share from the same part of yesterday, in percentage points. */
export function pointsText(now: number | null, before: number | null): string {
  if (now === null) return 'No requests today'
  if (before === null) return 'No requests yesterday by this time'
  const points = Math.abs(now - before) * 100
  if (points < 0.05) return 'Same as yesterday'
  return `${points.toFixed(1)} points ${now > before ? 'more' : 'less'} than yesterday`
}
