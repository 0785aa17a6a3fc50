const ofThisYear = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const ofOtherYears = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
})

/** When a request began, by the browser's clock; in UTC on hover. */
export function ClockTime({ at }: { readonly at: string }) {
  const time = new Date(at)
  const isOfThisYear = time.getFullYear() === new Date().getFullYear()
  return (
    <time
      dateTime={at}
      title={`${time.toISOString().replace('T', ' ').replace('Z', '')} UTC`}
      className="whitespace-nowrap tabular-nums"
    >
      {(isOfThisYear ? ofThisYear : ofOtherYears).format(time)}
    </time>
  )
}
