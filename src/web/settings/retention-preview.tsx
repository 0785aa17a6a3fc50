import { type Answer, call } from '../api/index.ts'
import { counted } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'
import type { Rule } from './retention-rules.ts'

interface Props {
  readonly rules: Rule[]
  readonly preview: Answer<'previewRetention'>
  readonly onClose: () => void
}

/** Previews the requests that the rules would delete now, because deletion is final. */
export function RetentionPreview({ rules, preview, onClose }: Props) {
  const save = useFormChange(() => call('changeRetention', { body: { rules } }), {
    keys: ['retention'],
    done: 'Rules saved',
    onSuccess: onClose,
  })
  const deletes = preview.requests + preview.traces > 0
  const deletedText = [
    ...(preview.requests > 0 ? [counted(preview.requests, 'request')] : []),
    ...(preview.traces > 0 ? [counted(preview.traces, 'trace')] : []),
  ].join(' and ')
  return (
    <FormDialog
      title="Requests that these rules would delete"
      verb={deletes ? 'Save rules and delete' : 'Save rules'}
      isDanger={deletes}
      state={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p>
        {deletes
          ? `Older than these rules allow: ${deletedText}. They are deleted permanently within the hour.`
          : 'No request or trace is older than these rules allow.'}
      </p>
      <ul className="flex flex-col gap-1 text-small text-ink-soft">
        {preview.by_rule.map(({ tag, days, requests }) => (
          <li key={tag ?? ''}>
            <bdi>{tag ?? 'Everything else'}</bdi>
            {`: kept ${days === null ? 'forever' : counted(days, 'day')}, deletes ${counted(requests, 'request')}`}
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
