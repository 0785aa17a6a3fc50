/** The calendar day before this time, in the browser's time zone. A day has 23 or 25 hours when clocks change. */
export function yesterdayOf(now: number): { readonly from: string; readonly to: string } {
  const day = new Date(now)
  const startOf = (back: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() - back)
  return { from: startOf(1).toISOString(), to: startOf(0).toISOString() }
}
