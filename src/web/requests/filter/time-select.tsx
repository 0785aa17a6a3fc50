import { Suspense, useState } from 'react'
import { Select } from '../../design/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { type Range, ranges } from './filters.ts'
import { yesterdayOf } from './yesterday.ts'

const TimesDialog = lazyScreen(() => import('./times-dialog.tsx'), 'TimesDialog')

/** A range that ends now (`range`), or two times. Without both, any time. */
interface Times {
  readonly range?: Range | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface Props {
  readonly times: Times
  /** The default range of screens that do not offer "any time". */
  readonly defaultRange?: Range | undefined
  readonly onChange: (change: Times) => void
}

const anyTime = 'any'
const chosenTimes = 'chosen'
const otherTimes = 'other'
const yesterday = 'yesterday'
const rangeNames: Record<Range, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

/** Chooses a range, or two times in a dialog. */
export function TimeSelect({ times, defaultRange, onChange }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const lastDay = yesterdayOf(Date.now())
  const isYesterday = times.from === lastDay.from && times.to === lastDay.to
  return (
    <>
      <Select
        label="Time"
        value={isYesterday ? yesterday : times.from ? chosenTimes : (times.range ?? anyTime)}
        onChange={(value) => {
          if (value === otherTimes) setChoosing(true)
          else if (value === yesterday) onChange({ range: undefined, ...lastDay })
          else if (value !== chosenTimes)
            onChange({
              range: value === anyTime ? undefined : (value as Range),
              from: undefined,
              to: undefined,
            })
        }}
        choices={[
          ...(times.from && !isYesterday ? [{ value: chosenTimes, label: timesText(times) }] : []),
          ...(defaultRange ? [] : [{ value: anyTime, label: 'Any time' }]),
          ...ranges.map((value) => ({ value, label: rangeNames[value] })),
          { value: yesterday, label: 'Yesterday' },
          { value: otherTimes, label: 'Other times…' },
        ]}
      />
      <Suspense>
        {isChoosing && (
          <TimesDialog
            filters={times}
            onChoose={({ from, to }) => {
              setChoosing(false)
              onChange({ range: undefined, from, to })
            }}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </>
  )
}

const shortFormat = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
})

const timesText = ({ from, to }: Pick<Times, 'from' | 'to'>): string =>
  shortFormat.formatRange(new Date(from ?? 0), new Date(to ?? from ?? 0))
