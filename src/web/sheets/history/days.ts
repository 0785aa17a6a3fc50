interface SavedVersion {
  readonly created_at: string
}

export interface Day<V> {
  readonly name: string
  readonly versions: readonly V[]
}

const thisYearFormat = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' })
const otherYearFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Versions by the day on which they were saved, in the browser's time zone; the order stays. */
export function daysOf<V extends SavedVersion>(versions: readonly V[], now: Date): readonly Day<V>[] {
  const days = Map.groupBy(versions, ({ created_at }) => dayName(new Date(created_at), now))
  return [...days].map(([name, saved]) => ({ name, versions: saved }))
}

function dayName(day: Date, now: Date): string {
  if (day.toDateString() === now.toDateString()) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return (day.getFullYear() === now.getFullYear() ? thisYearFormat : otherYearFormat).format(day)
}
