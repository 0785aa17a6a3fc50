const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

function agoText(milliseconds: number): string {
  const seconds = (milliseconds - Date.now()) / 1000
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : 'just now'
}

/** A relative time; on hover the exact time, local and in UTC. */
export const Time = ({ at }: { at: string }) => {
  const time = new Date(at)
  return (
    <time dateTime={at} title={`${exact.format(time)} · ${time.toISOString()}`} className="whitespace-nowrap">
      {agoText(time.getTime())}
    </time>
  )
}
