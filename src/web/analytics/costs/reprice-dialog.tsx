import { useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../../api/index.ts'
import { Button, counted, Dialog, FigureTable, Problem, SkeletonRows } from '../../design/index.ts'
import { useFormChange } from '../../dialogs/values.ts'
import { money } from '../../requests/index.ts'

interface Props {
  readonly from: string
  readonly to: string
  readonly onClose: () => void
}

/** Previews a repricing before it is applied. */
export function RepriceDialog({ from, to, onClose }: Props) {
  const preview = useQuery({
    ...queryOf(['price-ledger', 'preview', from, to], 'repriceRequests', {
      body: { from, to, apply: false },
    }),
    placeholderData: undefined,
    gcTime: 0,
  })
  const apply = useFormChange(() => call('repriceRequests', { body: { from, to, apply: true } }), {
    keys: ['price-ledger', 'analytics', 'requests', 'request-charts'],
    done: ({ changed }) => `${counted(changed, 'request')} repriced`,
    onSuccess: onClose,
  })
  const error = apply.error ?? preview.error
  const { data } = preview
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Reprice"
      description={`Requests from ${day(from)} to ${day(to)}, by today's prices. Prices that callers sent stay.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={!data || data.changed === 0}
            isBusy={apply.isPending}
            onClick={() => apply.mutate()}
          >
            {data && data.changed > 0 ? `Reprice ${counted(data.changed, 'request')}` : 'Reprice'}
          </Button>
        </>
      }
    >
      {error && <Problem error={error} className="m-0 mb-3" />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data && (
        <>
          <p role="status" className="mb-2">
            {data.changed === 0
              ? `No changes: ${counted(data.requests, 'request')} already have today's price.`
              : `${data.changed.toLocaleString('en')} of ${counted(data.requests, 'request')} get another price: ${money(Number(data.before))} becomes ${money(Number(data.after))}.`}
          </p>
          <FigureTable
            label="Changes by model"
            heads={['Model', 'Requests', 'Changed', 'Without a price', 'Before', 'After']}
            rows={data.models}
            keyOf={({ provider, model }) => `${provider} ${model}`}
            nameOf={({ provider, model }) => (
              <>
                <bdi>{model}</bdi> <bdi className="text-ink-faint">{provider}</bdi>
              </>
            )}
            figuresOf={({ requests, changed, unknown, before, after }) => [
              ...[requests, changed, unknown].map((count) => count.toLocaleString('en')),
              money(Number(before)),
              money(Number(after)),
            ]}
          />
        </>
      )}
    </Dialog>
  )
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const day = (time: string): string => format.format(new Date(time))
