import { type Answer, call, invalidate } from '../api/index.ts'
import { counted } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'
import type { Rule } from './retention-rules.ts'

interface Props {
  readonly rules: Rule[]
  readonly preview: Answer<'previewRetention'>
  /** The revision of the rules that were edited. */
  readonly base: string
  readonly onSaved: (saved: Answer<'changeRetention'>) => void
  readonly onClose: () => void
}

/** Previews the requests that the rules would delete now, because deletion is final. */
export function RetentionPreview({ rules, preview, base, onSaved, onClose }: Props) {
  const save = useFormChange(() => call('changeRetention', { body: { rules, base_revision: base } }), {
    done: 'Rules saved',
    onSuccess: onSaved,
    onError: () => void invalidate('retention'),
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
