const thisYearFormat = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const otherYearFormat = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
})

/** The start of a request in the browser's time zone. Hovering shows UTC. */
export function ClockTime({ at }: { readonly at: string }) {
  const time = new Date(at)
  const isThisYear = time.getFullYear() === new Date().getFullYear()
  return (
    <time
      dateTime={at}
      title={`${time.toISOString().replace('T', ' ').replace('Z', '')} UTC`}
      className="whitespace-nowrap tabular-nums"
    >
      {(isThisYear ? thisYearFormat : otherYearFormat).format(time)}
    </time>
  )
}
