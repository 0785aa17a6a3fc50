import { type Answer, call } from '../api/index.ts'
import { counted } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'
import type { Rule } from './retention-rules.ts'

interface Props {
  readonly wanted: Rule[]
  readonly found: Answer<'previewRetention'>
  readonly onClose: () => void
}

/** Previews the requests that the rules would delete now, because deletion is final. */
export function RetentionPreview({ wanted, found, onClose }: Props) {
  const save = useFormChange(() => call('changeRetention', { body: { rules: wanted } }), {
    keys: ['retention'],
    done: 'Rules saved',
    onSuccess: onClose,
  })
  const goes = found.requests + found.traces > 0
  const gone = [
    ...(found.requests > 0 ? [counted(found.requests, 'request')] : []),
    ...(found.traces > 0 ? [counted(found.traces, 'trace')] : []),
  ].join(' and ')
  return (
    <FormDialog
      title="Requests that these rules would delete"
      verb={goes ? 'Save rules and delete' : 'Save rules'}
      isDanger={goes}
      state={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p>
        {goes
          ? `${gone} arrived longer ago than these rules allow. They are deleted within the hour, and do not come back.`
          : 'No request or trace arrived longer ago than these rules allow.'}
      </p>
      <ul className="flex flex-col gap-1 text-small text-ink-soft">
        {found.by_rule.map(({ tag, days, requests }) => (
          <li key={tag ?? ''}>
            <bdi>{tag ?? 'Everything else'}</bdi>
            {`: kept ${days === null ? 'forever' : counted(days, 'day')}, deletes ${counted(requests, 'request')}`}
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
